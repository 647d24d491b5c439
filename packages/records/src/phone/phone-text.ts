import { writtenOut } from '../fields.ts';

/** A longer text is no phone number; looking at it at all could cost a sender's megabyte of time. */
export const MAX_NUMBER_LENGTH = 200;

/** What stands on every keyboard has one spelling only; most numbers have nothing else. */
const IS_TIDY = /^[ -~]*$/;

/**
 * One spelling for every kind of digit, blank, dash and line break. Contacts copied from a
 * telephone begin with invisible direction marks, word processors put in long dashes.
 */
export function tidied(text: string): string {
  if (IS_TIDY.test(text)) return text.trim();
  return text
    .normalize('NFKC')
    .toWellFormed()
    .trim()
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/\s*[\r\n]+\s*/g, ';')
    .replace(/[\p{Z}\t]/gu, ' ')
    .replace(/\p{C}/gu, '')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim();
}

const WITHHELD = new Set(
  [
    ['anonymous', 'anonym', 'anonymous caller', 'anonymer anrufer', 'anonyme nummer'],
    ['unknown', 'unknown caller', 'unknown number', 'unbekannt', 'unbekannte nummer'],
    ['unbekannter anrufer', 'unbekannter teilnehmer'],
    ['unterdrueckt', 'unterdruckt', 'nummer unterdrueckt', 'rufnummer unterdrueckt'],
    ['private', 'private number', 'privat', 'private nummer', 'geheim', 'geheimnummer'],
    ['withheld', 'number withheld', 'restricted', 'blocked', 'hidden', 'no caller id'],
    ['unavailable', 'not available', 'nicht verfuegbar', 'n/a', 'none', 'null', 'undefined'],
    ['keine', 'keine nummer', 'keine angabe', 'k. a.', 'ohne'],
  ]
    .flat()
    .map(lettersOf),
);

/** Whether the text is a word for "the caller does not show a number" or "there is none". */
export function isWithheld(text: string): boolean {
  if (/\d/.test(text)) return false;
  // An anonymous SIP caller is sip:anonymous@anonymous.invalid.
  const [, user] = /^(?:sips?:)?([^@]+)@/i.exec(text) ?? [];
  return WITHHELD.has(lettersOf(user ?? text));
}

function lettersOf(text: string): string {
  return writtenOut(text.toLowerCase()).replace(/\P{L}/gu, '');
}

const LABEL =
  /^(?:tel(?:efon|ephone|efax)?|fon|phone|mob(?:il|ile|iltelefon)?|handy|cell|fax|[tm](?=[.:]))(?:[-.\s]*(?:nr|nummer|number|no))?[\s.:]*(?=[\d+(*#])/i;
/** Brackets that hold anything but digits: `(0)` and `(030)` are part of the number. */
const REMARK = /\s*[([{][^()[\]{}]*[^()[\]{}\d\s+./-][^()[\]{}]*[)\]}]$/;

/** Takes off a `tel:` URI, a leading `Tel.` and a trailing remark in brackets. */
export function withoutDecoration(text: string): string {
  let rest = /^(?:tel|callto):/i.test(text) ? fromUri(text) : text;
  // A telephone symbol, a bullet, a quotation mark.
  rest = rest.replace(/^[^\p{L}\d+(*#]+/u, '').replace(LABEL, '');
  while (REMARK.test(rest) && !EXTENSION.test(rest)) rest = rest.replace(REMARK, '');
  return rest.trim();
}

function fromUri(uri: string): string {
  const [number = '', ...parameters] = decoded(uri.replace(/^\w+:\/*/, '')).split(';');
  const parameter = (name: string) =>
    parameters.find((text) => text.trim().toLowerCase().startsWith(`${name}=`))?.split('=')[1];
  const extension = parameter('ext');
  const context = parameter('phone-context') ?? '';
  // A local number is only complete with its context, unless that is a host name.
  const prefix = /^\+\d/.test(context) && !number.startsWith('+') ? context : '';
  return `${prefix}${number}${extension ? `;ext=${extension}` : ''}`.trim();
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const EXTENSION_WORD =
  '(?:ext\\s*=|(?:durchwahl|dw|app(?:arat)?|nebenst(?:elle)?|nst|ext(?:ension|n)?|x)(?!\\p{L}))';
const EXTENSION = new RegExp(
  `[\\s,;(/-]*?(?:${EXTENSION_WORD}[\\s.:-]*|#|,,+)(\\d{1,7})[\\s)]*$`,
  'iu',
);
/** What stands before an extension is no separator of two numbers. */
export const NO_EXTENSION_AHEAD = `(?!\\s*${EXTENSION_WORD})`;

/** `030 901820 DW 12` → `030 901820` and `12`. */
export function withoutExtension(text: string): { line: string; extension: string | undefined } {
  const found = EXTENSION.exec(text);
  const line = found ? text.slice(0, found.index) : text;
  // `*21#5` is a code for the telephone system, not a line with an extension.
  if (!found || !/^[+(]*\d/.test(line)) return { line: text, extension: undefined };
  return { line, extension: found[1] };
}

/** The digits of a number, with a leading plus if it has one; undefined if it is anything else. */
export function digitsOf(text: string): string | undefined {
  const bare = text.replace(/[\s()[\]/\\.,'_-]/g, '').replace(/^\+00(?=\d)/, '+');
  return /^\+?\d+$/.test(bare) ? bare : undefined;
}

/** The number in a text with words around it, such as `Büro 030 901820 (Frau Süß) ab acht`. */
export function numberAmongWords(text: string): string | undefined {
  return /^[^\d+(]*([+(]*\d[\d\s()/.-]*)[^\d]*$/.exec(text)?.[1];
}
