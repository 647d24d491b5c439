import Type, { type Static } from 'typebox';
import { count, described, flag, orNull, text, time, word } from './record-fields.ts';
import { CHANNELS, GENERIC } from './words.ts';

/** What was sent to a path below the webhook that does not exist. */
export const OTHER_URL = 'other';
export const SOURCE_URLS = [...CHANNELS, GENERIC, OTHER_URL] as const;
export type SourceUrl = (typeof SOURCE_URLS)[number];

/** Why a webhook was refused, as far as its sender can do something about it, and what. */
export const REFUSAL_ADVICE = {
  token_missing:
    'The token is missing: send it in the header X-Webhook-Token, or as Authorization: Bearer.',
  token_wrong: 'The token is wrong: compare it with the one in the configuration.',
  signature_missing:
    'The request is not signed: switch signing on where it is sent, with the secret of this URL.',
  signature_wrong:
    'The signature does not fit: compare the secret, and the clock of the sending machine.',
  form_data: 'It sends form data: ask for JSON.',
  xml: 'It sends XML: ask for JSON.',
  not_json: 'What it sends is not valid JSON: ask for valid JSON.',
  empty: 'It sends nothing: ask for JSON in the body.',
  not_utf8: 'It sends another character set: ask for UTF-8.',
  too_deep: 'Its JSON is nested too deeply: ask for a simpler form.',
  too_large: 'It sends too much at once: ask for smaller messages, or raise app.webhook.max-bytes.',
  encoding: 'The body cannot be unpacked: ask for gzip, deflate or br, or for no compression.',
  too_many: 'It sends too often: ask it to slow down, or raise app.webhook.rate-limit.',
  key_reused: 'It used one Idempotency-Key for two messages: each needs its own.',
  unknown_url: 'There is no such URL: correct the address where it is sent.',
  from_a_page: 'A web page of another origin sent it: name that in app.server.allowed-origins.',
  wrong_host: 'The server was called by a name it does not know: see app.server.allowed-hosts.',
  other: 'Send it again later; if it goes on, the log of the service says more.',
} as const;
export type RefusalCause = keyof typeof REFUSAL_ADVICE;
export const REFUSAL_CAUSES = Object.keys(REFUSAL_ADVICE) as readonly RefusalCause[];

export const SourceRefusal = described(
  'SourceRefusal',
  'Why something was refused. Never has the payload.',
  {
    at: time('When it happened last.'),
    status: Type.Integer(),
    code: text('One of the codes in docs/errors.md.'),
    cause: word(REFUSAL_CAUSES),
    advice: text('What to do about it, in plain words.'),
    path: orNull(text('The path, where it is none that exists.')),
    count: count('How often, while it was among those that are kept.'),
  },
);

export const Source = described('Source', 'A sender at one URL.', {
  sender: orNull(text('Its name in `app.webhook.senders`; null without one.')),
  url: orNull(
    word(SOURCE_URLS, {
      description: '`other` for paths that do not exist; null for a sender that has sent nothing.',
    }),
  ),
  isConfigured: flag('False for a sender that is no longer configured.'),
  lastEventAt: orNull(time('When its latest event came.')),
  today: count('Events since midnight, in the time zone of the office.'),
  hours: Type.Array(count('Events in one hour.'), {
    description: 'The 24 hours from `hoursFrom` on; the last one is not over.',
  }),
  refusedToday: count('What was refused since midnight.'),
  refusals: Type.Array(SourceRefusal, { description: 'The latest, newest first.' }),
  isSilent: flag('Its sender or its URL has been silent for too long.'),
});
export type Source = Static<typeof Source>;

export const SilenceWatch = described('SilenceWatch', 'What `app.webhook.silence` watches.', {
  name: text('A sender, or what a URL is called.'),
  seconds: count('How long it may send nothing.'),
  isCounted: flag('False outside of `app.webhook.silence-hours`.'),
  isSilent: Type.Boolean(),
  quietSince: orNull(time('Since when nothing has come, as far as it counts.')),
  lastEventAt: orNull(time('When its latest event came.')),
});
export type SilenceWatch = Static<typeof SilenceWatch>;

export const Sources = described(
  'Sources',
  'Who sends what, who is refused, and who has gone silent.',
  {
    at: time('The time of this answer.'),
    timeZone: Type.String(),
    hoursFrom: time('When the first of the `hours` begins.'),
    firstEventAt: orNull(time('When the first real event came; null before it has.')),
    hasArchive: flag('False if `app.archive.url` is `off`.'),
    urls: Type.Array(
      Type.Object({
        url: word([...CHANNELS, GENERIC]),
        path: Type.String(),
        needsToken: Type.Boolean(),
        needsSignature: Type.Boolean(),
      }),
      { description: 'Where events can be sent.' },
    ),
    senders: Type.Array(Type.String(), { description: 'Those of `app.webhook.senders`.' }),
    sources: Type.Array(Source),
    silence: Type.Array(SilenceWatch),
  },
);
export type Sources = Static<typeof Sources>;
