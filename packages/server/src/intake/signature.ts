import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { HttpProblem } from '../http/problem.ts';

/** Either way, so that neither a kept copy nor one made for the future can be used for long. */
const TOLERANCE = 5 * 60 * 1000;

/** Judges a body, as decoded by its `Content-Encoding` and otherwise byte for byte as it came. */
export type JudgeBody = (body: Buffer) => void;

/**
 * Looks at the headers before the body is read, so that a stranger cannot make the server hold
 * bodies, and answers how to judge the body. No answer says more than its sender knows already:
 * the time is judged first, so that an old request is refused alike with a right and a wrong
 * signature.
 */
export type CheckSignature = (headers: IncomingHttpHeaders) => JudgeBody;

/** Undefined without a secret: then nothing is checked. */
export function signatureCheck(
  secret: string | undefined,
  now: () => number,
): CheckSignature | undefined {
  if (secret === undefined) return undefined;
  const keys = signingKeys(secret);
  return (headers) =>
    headers['webhook-signature'] === undefined
      ? gitHubSignature(headers, keys)
      : standardSignature(headers, keys, now);
}

/** Standard Webhooks: HMAC of id, time and body; several signatures while a secret changes. */
function standardSignature(
  headers: IncomingHttpHeaders,
  keys: SigningKeys,
  now: () => number,
): JudgeBody {
  const id = String(headers['webhook-id'] ?? '');
  const timestamp = String(headers['webhook-timestamp'] ?? '');
  // With a full stop in the id, what is signed could be read in two ways.
  if (id === '' || id.includes('.')) {
    throw refusal('webhook-id is missing or contains a full stop.');
  }
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw refusal('webhook-timestamp must be the time in seconds since 1970.');
  }
  if (Math.abs(now() - Number(timestamp) * 1000) > TOLERANCE) {
    throw refusal('webhook-timestamp is more than 5 minutes away from the time here.');
  }
  const given = String(headers['webhook-signature'])
    .split(/[\s]+/)
    .flatMap((text) => /^v1,([A-Za-z\d+/]{43}=),?$/.exec(text)?.[1] ?? [])
    .map((text) => Buffer.from(text, 'base64'));
  return judge(keys.standard, `${id}.${timestamp}.`, given);
}

/** GitHub's way: HMAC of the body alone, so an old request stays good for ever. */
function gitHubSignature(headers: IncomingHttpHeaders, keys: SigningKeys): JudgeBody {
  const header = headers['x-hub-signature-256'];
  if (header === undefined) {
    throw refusal(
      'The request is not signed. It needs webhook-id, webhook-timestamp and webhook-signature ' +
        '(Standard Webhooks), or X-Hub-Signature-256.',
    );
  }
  const [, hex] = /^sha256=([\da-f]{64})$/i.exec(String(header)) ?? [];
  return judge(keys.gitHub, '', hex === undefined ? [] : [Buffer.from(hex, 'hex')]);
}

function judge(
  keys: readonly Buffer[],
  before: string,
  given: readonly Buffer[],
): (body: Buffer) => void {
  if (given.length === 0) throw refusal('The signature is not in the form it must have.');
  return (body) => {
    for (const key of keys) {
      // Header values are bytes that Node shows as Latin-1.
      const right = createHmac('sha256', key).update(before, 'latin1').update(body).digest();
      if (given.some((signature) => timingSafeEqual(signature, right))) return;
    }
    throw refusal('The signature does not fit.');
  };
}

function refusal(detail: string): HttpProblem {
  return new HttpProblem('bad_signature', detail, {
    'www-authenticate': 'Signature realm="hookline"',
  });
}

const PREFIX = 'whsec_';

interface SigningKeys {
  readonly standard: readonly Buffer[];
  readonly gitHub: readonly Buffer[];
}

/**
 * The keys in a secret as the configuration has it: `whsec_…` is base64, and while one is being
 * replaced there may be several, separated by spaces; anything else is its UTF-8 bytes.
 *
 * GitHub has a field for a secret and takes what is typed there as it stands. Whoever types
 * `whsec_…` there signs with that text, so for GitHub's signature it is a key too.
 */
function signingKeys(secret: string): SigningKeys {
  if (!secret.startsWith(PREFIX)) {
    const keys = [Buffer.from(secret)];
    return { standard: keys, gitHub: keys };
  }
  const texts = secret.split(/ +/);
  const standard = texts.map((text) => Buffer.from(text.slice(PREFIX.length), 'base64'));
  return { standard, gitHub: [...standard, ...texts.map((text) => Buffer.from(text))] };
}
