import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { SIGNATURE_HEADERS, SIGNATURE_SCHEMES, type SignatureScheme } from '@hookline/contract';
import { HttpProblem } from '../http/problem.ts';

/** Either way, so that neither a kept copy nor one made for the future can be used for long. */
const TOLERANCE = 5 * 60 * 1000;

/** One who signs, by one secret. Null is whoever knows the secret of a URL. */
export interface Signer {
  readonly owner: string | null;
  readonly scheme: SignatureScheme;
  readonly secret: string;
}

/**
 * Says whose a body is, as decoded by its `Content-Encoding` and otherwise byte for byte as it
 * came; throws if it is nobody's.
 */
export type JudgeBody = (body: Buffer) => string | null;

/**
 * Looks at the headers before the body is read, so that a stranger cannot make the server hold
 * bodies, and answers how to judge the body. No answer says more than its sender knows already:
 * the time is judged first, so that an old request is refused alike with a right and a wrong
 * signature.
 */
export type CheckSignature = (headers: IncomingHttpHeaders) => JudgeBody;

/** What stands in the headers of a signed request. */
interface Signed {
  /** What is signed before the body. */
  readonly before: string;
  readonly given: readonly Buffer[];
}

interface Way {
  read(header: string, headers: IncomingHttpHeaders, now: () => number): Signed;
  keysIn(secret: string): readonly Buffer[];
}

const WAYS: Readonly<Record<SignatureScheme, Way>> = {
  standard: { read: standardSignature, keysIn: standardKeys },
  stripe: { read: stripeSignature, keysIn: textKey },
  shopify: { read: base64Signature, keysIn: textKey },
  woocommerce: { read: base64Signature, keysIn: textKey },
  github: { read: gitHubSignature, keysIn: gitHubKeys },
};

/** By which of these schemes a request is signed, if it is. */
export function schemeOf(
  headers: IncomingHttpHeaders,
  among: ReadonlySet<SignatureScheme>,
): SignatureScheme | undefined {
  return SIGNATURE_SCHEMES.find(
    (scheme) => among.has(scheme) && headers[SIGNATURE_HEADERS[scheme]] !== undefined,
  );
}

/** The request has to be signed by one of these. */
export function signatureCheck(signers: readonly Signer[], now: () => number): CheckSignature {
  const keys = signers.flatMap(({ owner, scheme, secret }) =>
    WAYS[scheme].keysIn(secret).map((key) => ({ owner, scheme, key })),
  );
  const schemes = new Set(signers.map(({ scheme }) => scheme));
  return (headers) => {
    const scheme = schemeOf(headers, schemes);
    if (scheme === undefined)
      throw refusal(`The request is not signed. It needs ${named(schemes)}.`);
    const header = String(headers[SIGNATURE_HEADERS[scheme]]);
    const { before, given } = WAYS[scheme].read(header, headers, now);
    if (given.length === 0) throw refusal('The signature is not in the form it must have.');
    const candidates = keys.filter((each) => each.scheme === scheme);
    return (body) => {
      for (const { owner, key } of candidates) {
        // Header values are bytes that Node shows as Latin-1.
        const right = createHmac('sha256', key).update(before, 'latin1').update(body).digest();
        if (given.some((signature) => timingSafeEqual(signature, right))) return owner;
      }
      throw refusal('The signature does not fit.');
    };
  };
}

/** Whoever knows the secret of a URL may sign in both of these ways. */
export function signersOfUrl(secret: string | undefined): Signer[] {
  if (secret === undefined) return [];
  return (['standard', 'github'] as const).map((scheme) => ({ owner: null, scheme, secret }));
}

const FORMS: Readonly<Record<SignatureScheme, string>> = {
  standard: 'webhook-id, webhook-timestamp and webhook-signature (Standard Webhooks)',
  stripe: 'Stripe-Signature',
  shopify: 'X-Shopify-Hmac-SHA256',
  woocommerce: 'X-WC-Webhook-Signature',
  github: 'X-Hub-Signature-256',
};

function named(schemes: ReadonlySet<SignatureScheme>): string {
  return SIGNATURE_SCHEMES.filter((scheme) => schemes.has(scheme))
    .map((scheme) => FORMS[scheme])
    .join(', or ');
}

/** Standard Webhooks: HMAC of id, time and body; several signatures while a secret changes. */
function standardSignature(
  header: string,
  headers: IncomingHttpHeaders,
  now: () => number,
): Signed {
  const id = String(headers['webhook-id'] ?? '');
  const timestamp = String(headers['webhook-timestamp'] ?? '');
  // With a full stop in the id, what is signed could be read in two ways.
  if (id === '' || id.includes('.')) {
    throw refusal('webhook-id is missing or contains a full stop.');
  }
  refuseOtherTimes('webhook-timestamp', timestamp, now);
  const given = header
    .split(/[\s]+/)
    .flatMap((text) => base64Signature(/^v1,(.*?),?$/.exec(text)?.[1] ?? '').given);
  return { before: `${id}.${timestamp}.`, given };
}

/** Stripe's way: HMAC of time and body, both in one header; several while a secret is rolled. */
function stripeSignature(header: string, _headers: IncomingHttpHeaders, now: () => number): Signed {
  const parts = header.split(',').map((part) => part.trim());
  const [timestamp = ''] = parts.flatMap((part) => /^t=(.*)$/.exec(part)?.[1] ?? []);
  refuseOtherTimes('The t of Stripe-Signature', timestamp, now);
  const given = parts.flatMap((part) => hexBytes(/^v1=(.*)$/.exec(part)?.[1]));
  return { before: `${timestamp}.`, given };
}

/** GitHub's way: HMAC of the body alone, so an old request stays good for ever. */
function gitHubSignature(header: string): Signed {
  return { before: '', given: hexBytes(/^sha256=(.*)$/i.exec(header)?.[1]) };
}

/** The same in another spelling, by Shopify and WooCommerce. */
function base64Signature(header: string): Signed {
  const isDigest = /^[A-Za-z\d+/]{43}=$/.test(header);
  return { before: '', given: isDigest ? [Buffer.from(header, 'base64')] : [] };
}

function hexBytes(text = ''): Buffer[] {
  return /^[\da-f]{64}$/i.test(text) ? [Buffer.from(text, 'hex')] : [];
}

function refuseOtherTimes(name: string, timestamp: string, now: () => number): void {
  if (!/^\d{1,12}$/.test(timestamp)) {
    throw refusal(`${name} must be the time in seconds since 1970.`);
  }
  if (Math.abs(now() - Number(timestamp) * 1000) > TOLERANCE) {
    throw refusal(`${name} is more than 5 minutes away from the time here.`);
  }
}

const PREFIX = 'whsec_';

/** `whsec_…` is base64, and while one is being replaced there may be several, by spaces. */
function standardKeys(secret: string): readonly Buffer[] {
  if (!secret.startsWith(PREFIX)) return textKey(secret);
  return secret.split(/ +/).map((text) => Buffer.from(text.slice(PREFIX.length), 'base64'));
}

/**
 * GitHub has a field for a secret and takes what is typed there as it stands. Whoever types
 * `whsec_…` there signs with that text, so it is a key beside the bytes that are in it.
 */
function gitHubKeys(secret: string): readonly Buffer[] {
  if (!secret.startsWith(PREFIX)) return textKey(secret);
  return [...standardKeys(secret), ...secret.split(/ +/).flatMap(textKey)];
}

function textKey(secret: string): readonly Buffer[] {
  return [Buffer.from(secret)];
}

function refusal(detail: string): HttpProblem {
  return new HttpProblem('bad_signature', detail, {
    'www-authenticate': 'Signature realm="hookline"',
  });
}
