import type { IncomingHttpHeaders } from 'node:http';
import { type ErrorCode, type RefusalCause, SIGNATURE_HEADERS } from '@hookline/contract';

const BY_CODE: Partial<Record<ErrorCode, RefusalCause>> = {
  empty_body: 'empty',
  invalid_utf8: 'not_utf8',
  too_deep: 'too_deep',
  broken_encoding: 'encoding',
  unsupported_encoding: 'encoding',
  payload_too_large: 'too_large',
  rate_limited: 'too_many',
  key_reused: 'key_reused',
  not_found: 'unknown_url',
  cross_site: 'from_a_page',
  misdirected: 'wrong_host',
};

export interface RefusedRequest {
  readonly code: ErrorCode;
  /** What its sender was told, which may cite what it sent: looked at, and never kept. */
  readonly detail: string;
  /** What was answered beside it. */
  readonly answered: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
  /** As it was sent. */
  readonly contentType: string;
}

/** What its sender could do better. */
export function causeOf(refused: RefusedRequest): RefusalCause {
  const { code, answered, headers } = refused;
  switch (code) {
    case 'unauthorized':
      return answered['www-authenticate']?.includes('error=') ? 'token_wrong' : 'token_missing';
    case 'bad_signature': {
      const isSigned = Object.values(SIGNATURE_HEADERS).some((name) => headers[name] !== undefined);
      return isSigned ? 'signature_wrong' : 'signature_missing';
    }
    case 'invalid_json':
      return insteadOfJson(refused);
    default:
      return BY_CODE[code] ?? 'other';
  }
}

/** curl says that it sends a form whatever it sends, so JSON with a mistake in it is no form. */
function insteadOfJson({ contentType, detail }: RefusedRequest): RefusalCause {
  const isMeantAsJson = /"\s*[[{]|\bin JSON at position\b/.test(detail);
  if (/xml/i.test(contentType)) return 'xml';
  if (/^The body is a form/.test(detail)) return 'form_data';
  const isForm = /x-www-form-urlencoded|multipart\/form-data/i.test(contentType);
  return isForm && !isMeantAsJson ? 'form_data' : 'not_json';
}
