import { SaxesParser, type SaxesTagNS } from 'saxes';
import { nextTurn } from '../http/turns.ts';
import { SoapFault } from './faults.ts';
import { NAMESPACES } from './xml.ts';

/** More than any header of a security standard needs, far from where reading gets expensive. */
const MAX_DEPTH = 100;
const MAX_ATTRIBUTES = 500;

/** Characters read in one go: markup made to be slow takes a few milliseconds for so many. */
const SLICE = 16 * 1024;

const NEXT_ACTOR = 'http://schemas.xmlsoap.org/soap/actor/next';

export interface Call {
  /** Without its namespace: clients send the documented one, the one of the answer or none. */
  readonly operation: string;
  readonly hasArguments: boolean;
}

/** Reads a SOAP 1.1 envelope. Everything that is not one is a fault. */
export async function readEnvelope(xml: string): Promise<Call> {
  const parser = new SaxesParser({ xmlns: true });
  let depth = 0;
  let part: 'header' | 'body' | 'trailer' | undefined;
  let operation: string | undefined;
  let hasArguments = false;
  let attributes = 0;

  parser.on('error', () => {
    throw new SoapFault('malformed', `line ${parser.line}, column ${parser.column}`);
  });
  parser.on('doctype', () => {
    throw new SoapFault('doctype');
  });
  parser.on('attribute', () => {
    // They are compared with each other when the tag ends.
    if (++attributes > MAX_ATTRIBUTES) {
      throw new SoapFault('too_complex', `${MAX_ATTRIBUTES} attributes at most`);
    }
  });
  parser.on('opentag', (tag) => {
    attributes = 0;
    switch (++depth) {
      case 1:
        checkEnvelope(tag);
        break;
      case 2:
        part = nextPart(tag, part);
        break;
      case 3:
        if (part === 'header') checkHeader(tag);
        if (part === 'body') {
          if (operation !== undefined) throw new SoapFault('misplaced', tag.local);
          operation = tag.local;
        }
        break;
      case MAX_DEPTH + 1:
        throw new SoapFault('too_complex', `${MAX_DEPTH} levels at most`);
      default:
        if (part === 'body') hasArguments = true;
    }
  });
  parser.on('closetag', () => {
    depth--;
  });
  const onText = (text: string) => {
    if (depth === 0 || !/[^ \t\r\n]/.test(text)) return;
    const isBetweenParts = depth === 1 || (depth === 2 && part !== 'trailer');
    if (isBetweenParts) throw new SoapFault('misplaced', 'text');
    if (part === 'body') hasArguments = true;
  };
  parser.on('text', onText);
  parser.on('cdata', onText);

  for (let start = 0; start < xml.length; start += SLICE) {
    // A long document must not keep everyone else waiting until its end.
    if (start > 0) await nextTurn();
    parser.write(xml.slice(start, start + SLICE));
  }
  parser.close();

  if (part !== 'body' && part !== 'trailer') throw new SoapFault('misplaced', 'no Body');
  if (operation === undefined) throw new SoapFault('empty_body');
  return { operation, hasArguments };
}

function checkEnvelope({ local, uri }: SaxesTagNS): void {
  if (local !== 'Envelope') throw new SoapFault('no_envelope', local);
  if (uri !== NAMESPACES.envelope) throw new SoapFault('version');
}

/** SOAP 1.1 allows elements of other namespaces after the Body, and nowhere else. */
function nextPart(tag: SaxesTagNS, last: string | undefined): 'header' | 'body' | 'trailer' {
  const isSoap = tag.uri === NAMESPACES.envelope;
  const isAfterBody = last === 'body' || last === 'trailer';
  if (isSoap && tag.local === 'Header' && last === undefined) return 'header';
  if (isSoap && tag.local === 'Body' && !isAfterBody) return 'body';
  if (!isSoap && isAfterBody) return 'trailer';
  throw new SoapFault('misplaced', tag.local);
}

/** No header is known here, so one that must be understood by this receiver never is. */
function checkHeader(tag: SaxesTagNS): void {
  const actor = soapAttribute(tag, 'actor') ?? '';
  const isForUs = actor === '' || actor === NEXT_ACTOR;
  if (isForUs && /^(1|true)$/.test(soapAttribute(tag, 'mustUnderstand') ?? '')) {
    throw new SoapFault('header', tag.local);
  }
}

function soapAttribute({ attributes }: SaxesTagNS, name: string): string | undefined {
  return Object.values(attributes)
    .find(({ uri, local }) => uri === NAMESPACES.envelope && local === name)
    ?.value.trim();
}
