import Type, { type Static } from 'typebox';
import { count, described, named, text, word } from './record-fields.ts';
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

export const WebhookEvent = named('WebhookEvent', {
  id,
  receivedAt,
  channel,
  payload: Type.Unknown({ description: 'The JSON as it was sent: object, list or plain value.' }),
  sender: Type.Optional(
    text('Who sent it, by its name in `app.webhook.senders`; absent without one.'),
  ),
  topic: Type.Optional(
    text(
      'What its sender calls such a message in a header, such as `X-GitHub-Event`; absent without one.',
    ),
  ),
});
export type WebhookEvent = Static<typeof WebhookEvent>;

export const Receipt = described('Receipt', 'What the sender of a webhook gets back.', {
  id,
  receivedAt,
  channel,
  listeners: count('How many open streams the event is handed to.'),
});
export type Receipt = Static<typeof Receipt>;

export const Rejection = described('Rejection', 'A refused webhook. Never contains the payload.', {
  at: Type.String({ format: 'date-time' }),
  path: text('Path of the request, without its query.'),
  status: Type.Integer(),
  code: text('One of the codes in docs/errors.md.'),
  bytes: Type.Integer({ description: 'How much of the body had been read.' }),
  sender: text('Network address the request came from.'),
  senderName: Type.Union([Type.String(), Type.Null()], {
    description: 'Its name in `app.webhook.senders`, if its token was right.',
  }),
});
export type Rejection = Static<typeof Rejection>;
