interface FaultKind {
  /** Who has to change something before the call can succeed, in the words of SOAP 1.1. */
  readonly code: 'Client' | 'Server' | 'MustUnderstand' | 'VersionMismatch';
  readonly text: string;
}

/** Every reason for which a call is answered with a fault. */
export const FAULTS = {
  unknown_charset: {
    code: 'Client',
    text: 'The character set is none of UTF-8, UTF-16, ISO-8859-1, windows-1252 and US-ASCII',
  },
  broken_text: {
    code: 'Client',
    text: 'The request contains bytes that its character set does not have',
  },
  malformed: { code: 'Client', text: 'The request is not well-formed XML' },
  doctype: { code: 'Client', text: 'A SOAP message must not have a DOCTYPE' },
  too_complex: {
    code: 'Client',
    text: 'The request has more levels or attributes than a SOAP call needs',
  },
  no_envelope: { code: 'Client', text: 'The request is not a SOAP Envelope' },
  version: { code: 'VersionMismatch', text: 'Only SOAP 1.1 envelopes are understood' },
  misplaced: {
    code: 'Client',
    text: 'An Envelope holds a Header, if any, and then one Body, which holds one operation',
  },
  header: { code: 'MustUnderstand', text: 'A header that must be understood is not known here' },
  empty_body: { code: 'Client', text: 'The Body names no operation' },
  unknown_operation: { code: 'Client', text: 'Only getServerTime can be called here' },
  argument: { code: 'Client', text: 'getServerTime takes no arguments' },
  time_overflow: {
    code: 'Server',
    text: 'The time in seconds no longer fits xsd:int, which ended on 2038-01-19T03:14:07Z',
  },
} as const satisfies Record<string, FaultKind>;

export type FaultReason = keyof typeof FAULTS;

/** What a caller sent comes back in a fault only as far as it helps to find the mistake. */
const MAX_FOUND = 60;

export class SoapFault extends Error {
  override readonly name = 'SoapFault';
  readonly reason: FaultReason;

  /** `found` is what was there instead, or where. */
  constructor(reason: FaultReason, found?: string) {
    const { text } = FAULTS[reason];
    super(found === undefined ? `${text}.` : `${text} (${shortened(found)}).`);
    this.reason = reason;
  }

  get code(): FaultKind['code'] {
    return FAULTS[this.reason].code;
  }
}

function shortened(text: string): string {
  // Cutting may halve a character outside of the basic plane.
  return text.length > MAX_FOUND ? `${text.slice(0, MAX_FOUND).toWellFormed()}…` : text;
}
