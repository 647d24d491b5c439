import Type, { type Static } from 'typebox';
import { word } from './record-fields.ts';
import { CHANNELS } from './words.ts';

const id = Type.Integer({
  minimum: 1,
  description: 'Sequential from 1, without gaps, unique until the backend restarts.',
});
const receivedAt = Type.String({
  format: 'date-time',
  description: 'Time of receipt, ISO-8601 UTC with milliseconds.',
});
const channel = Type.Union([word(CHANNELS), Type.Null()], {
  description: 'The URL the event came in by; null for the generic one.',
});

export const WebhookEvent = Type.Object(
  {
    id,
    receivedAt,
    channel,
    payload: Type.Unknown({ description: 'The JSON as it was sent: object, list or plain value.' }),
    sender: Type.Optional(
      Type.String({
        description: 'Who sent it, by its name in `app.webhook.senders`; absent without one.',
      }),
    ),
    topic: Type.Optional(
      Type.String({
        description:
          'What its sender calls such a message in a header, such as `X-GitHub-Event`; absent without one.',
      }),
    ),
  },
  { title: 'WebhookEvent' },
);
export type WebhookEvent = Static<typeof WebhookEvent>;

export const Receipt = Type.Object(
  {
    id,
    receivedAt,
    channel,
    listeners: Type.Integer({
      minimum: 0,
      description: 'How many open streams the event is handed to.',
    }),
  },
  { title: 'Receipt', description: 'What the sender of a webhook gets back.' },
);
export type Receipt = Static<typeof Receipt>;

export const Rejection = Type.Object(
  {
    at: Type.String({ format: 'date-time' }),
    path: Type.String({ description: 'Path of the request, without its query.' }),
    status: Type.Integer(),
    code: Type.String({ description: 'One of the codes in docs/errors.md.' }),
    bytes: Type.Integer({ description: 'How much of the body had been read.' }),
    sender: Type.String({ description: 'Network address the request came from.' }),
    senderName: Type.Union([Type.String(), Type.Null()], {
      description: 'Its name in `app.webhook.senders`, if its token was right.',
    }),
  },
  { title: 'Rejection', description: 'A refused webhook. Never contains the payload.' },
);
export type Rejection = Static<typeof Rejection>;
