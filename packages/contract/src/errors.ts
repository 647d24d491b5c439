import Type, { type Static } from 'typebox';
import { ByDesk, noteBy } from './desk.ts';
import { described, orNull, text } from './record-fields.ts';

export interface ErrorKind {
  readonly status: number;
  readonly title: string;
  /** For docs/errors.md: when it happens and what the caller can do. */
  readonly meaning: string;
}

/** Every error a client can get. The codes are stable: clients may branch on them. */
export const ERRORS = {
  bad_request: {
    status: 400,
    title: 'Bad request',
    meaning: 'The request is not valid HTTP or a parameter is not as documented.',
  },
  empty_body: {
    status: 400,
    title: 'Empty body',
    meaning: 'The request has no body. Any JSON will do, also `null`, but there must be some.',
  },
  invalid_json: {
    status: 400,
    title: 'Invalid JSON',
    meaning:
      'The body is not JSON (RFC 8259). `detail` says where reading it failed, or that it is a form.',
  },
  invalid_utf8: {
    status: 400,
    title: 'Invalid UTF-8',
    meaning: 'The body is not UTF-8. JSON in another character set has to be converted first.',
  },
  too_deep: {
    status: 400,
    title: 'JSON nested too deeply',
    meaning: 'Lists and objects may be nested 1,000 levels deep.',
  },
  broken_encoding: {
    status: 400,
    title: 'Broken content encoding',
    meaning: 'The body cannot be decoded as its `Content-Encoding` says.',
  },
  unknown_channel: {
    status: 400,
    title: 'Unknown channel',
    meaning: '`?channel=` takes `kunden`, `kuriere`, `jobs` and `generic`, separated by commas.',
  },
  bad_cursor: {
    status: 400,
    title: 'Bad cursor',
    meaning:
      'A `cursor` is the `next` of an earlier page of the same list, unchanged. Without one the list begins at its first page.',
  },
  no_number: {
    status: 400,
    title: 'Not a phone number',
    meaning: 'What was given as a phone number has no number in it. Any spelling of one will do.',
  },
  unauthorized: {
    status: 401,
    title: 'Token missing or wrong',
    meaning:
      'Send the webhook token as `Authorization: Bearer …`, as `X-Webhook-Token: …` or as `?token=…`.',
  },
  login_required: {
    status: 401,
    title: 'Login required',
    meaning:
      'Reading is closed. People log in at `/login` (or by `POST /api/session`), programs send `app.access.token` as `Authorization: Bearer …`.',
  },
  wrong_password: {
    status: 401,
    title: 'Wrong password',
    meaning: 'The password is not the one in `app.access.password`.',
  },
  access_not_configured: {
    status: 403,
    title: 'Access is not configured',
    meaning:
      'Others can reach this server, and nobody has said who may read personal data or change anything, so that nobody may. `app.access.password` or `app.access.token` closes it to all others, `app.access.open=true` opens it to everyone.',
  },
  token_limited: {
    status: 403,
    title: 'The token is for something else',
    meaning:
      'The token is one of `app.access.tokens`, and what it may do (`metrics`, `read`, `stream`, `report`) does not include this. `detail` says what would be needed.',
  },
  bad_signature: {
    status: 401,
    title: 'Signature missing or wrong',
    meaning:
      'The sender, or the URL, has a secret to sign with (`app.webhook.signatures`, `app.webhook.secret.*`), and the signature is missing or not made with it. `detail` says which headers are needed.',
  },
  cross_site: {
    status: 403,
    title: 'Cross-site request refused',
    meaning:
      'A browser marked the request as coming from a page of another origin. `app.server.allowed-origins` names origins that may.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning:
      'Nothing is at this path, or the archive has no record of that name. Near a webhook URL `detail` names the one that was probably meant.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The path exists, but not for this method. `Allow` lists the ones it takes.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    meaning: 'The request did not arrive in time. The connection is closed.',
  },
  conflict: {
    status: 409,
    title: 'Conflict',
    meaning:
      'The change contradicts another record, such as an address that already has the number.',
  },
  claimed: {
    status: 409,
    title: 'Claimed by another desk',
    meaning:
      'Another desk takes care of it: `claimedBy` of the answer says which, and since when. To take it over, name that desk in `from`.',
  },
  note_changed: {
    status: 409,
    title: 'Note changed meanwhile',
    meaning:
      'Another note stands there than the one in `noteWas`: `note` and `noteBy` of the answer say which, and who wrote it. To replace it, name it in `noteWas`.',
  },
  invalid_state: {
    status: 409,
    title: 'Not in this state',
    meaning:
      'The call is not in a state in which that is possible; `features` of a call says what is.',
  },
  payload_too_large: {
    status: 413,
    title: 'Payload too large',
    meaning:
      'The body, once decoded, is larger than `app.webhook.max-bytes`, or than 128 KiB where it is a change or a question and no event or report.',
  },
  unsupported_encoding: {
    status: 415,
    title: 'Unsupported content encoding',
    meaning: '`Content-Encoding` may be `gzip`, `deflate`, `br` or `identity`.',
  },
  expectation_failed: {
    status: 417,
    title: 'Expectation failed',
    meaning: '`Expect` may only be `100-continue`.',
  },
  misdirected: {
    status: 421,
    title: 'Unknown host name',
    meaning:
      'The server answers only to its own names. `app.server.public-url` or `app.server.allowed-hosts` adds more.',
  },
  mapping_changed: {
    status: 412,
    title: 'Mapping changed meanwhile',
    meaning:
      'Another desk has saved rules for this sender since the version in `If-Match`. `GET` has them; what was sent is not saved.',
  },
  key_reused: {
    status: 422,
    title: 'Key used for another body',
    meaning:
      'An `Idempotency-Key`, `webhook-id` or id of a delivery (`X-GitHub-Delivery`, `X-Shopify-Webhook-Id`) names one request. The same one came with another body within the last 10 minutes.',
  },
  upgrade_required: {
    status: 426,
    title: 'Upgrade required',
    meaning: 'This path speaks WebSocket only (RFC 6455, version 13).',
  },
  too_many_attempts: {
    status: 429,
    title: 'Too many attempts',
    meaning: 'Too many wrong passwords. Try again after `Retry-After` seconds.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning:
      'The address has sent more webhooks than `app.webhook.rate-limit` allows. Send again after `Retry-After` seconds.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    meaning: 'The request line and headers together exceed 16 KiB. The connection is closed.',
  },
  internal: {
    status: 500,
    title: 'Internal error',
    meaning: 'A defect in Hookline. The log has the cause, the answer does not.',
  },
  archive_unavailable: {
    status: 503,
    title: 'Archive unavailable',
    meaning:
      'The archive is switched off, or its database does not answer. Nothing accepted is lost by that. Ask again after `Retry-After` seconds.',
  },
  cluster_unavailable: {
    status: 503,
    title: 'Cluster unavailable',
    meaning:
      'Events go through NATS JetStream (`app.cluster.url`), which did not answer in time. It may have stored the webhook all the same: sent again with the same `Idempotency-Key` or `webhook-id` after `Retry-After` seconds it counts once.',
  },
  telephony_unavailable: {
    status: 503,
    title: 'Telephony unavailable',
    meaning: 'The telephony mock has no line free, or what was asked of it is switched off.',
  },
  overloaded: {
    status: 503,
    title: 'Too much at once',
    meaning:
      'All connections together hold as much as `app.server.max-held-bytes` allows, and this request took longer to arrive than the others. Send it again after `Retry-After` seconds.',
  },
  shutting_down: {
    status: 503,
    title: 'Shutting down',
    meaning: 'The service is stopping. Send the request again after `Retry-After` seconds.',
  },
} as const satisfies Record<string, ErrorKind>;

export type ErrorCode = keyof typeof ERRORS;

export const Problem = described('Problem', 'An error as RFC 9457 describes it.', {
  type: text('Link to the description of the code.'),
  title: Type.String(),
  status: Type.Integer(),
  detail: text('What was wrong with this request.'),
  code: text('Stable; one of the codes in docs/errors.md.'),
  claimedBy: Type.Optional(ByDesk),
  note: Type.Optional(orNull(Type.String())),
  noteBy: Type.Optional(noteBy),
});
export type Problem = Static<typeof Problem>;

/** What another desk has done that a change would undo. */
export type InTheWay = Pick<Problem, 'claimedBy' | 'note' | 'noteBy'>;
