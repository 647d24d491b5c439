import { isUtf8 } from 'node:buffer';
import { JsonScan } from './json-scan.ts';
import { HttpProblem } from './problem.ts';
import { nextTurn } from './turns.ts';

const MAX_DEPTH = 1000;

/**
 * Below this `JSON.parse` takes no time worth mentioning, whatever the text; and so many levels
 * need at least as many opening and closing brackets.
 */
const SMALL = 2 * MAX_DEPTH;
/** What is checked in one go before others are heard. */
const SLICE = 16 * 1024;
const LINE_FEED = 0x0a;

/**
 * Checks that the bytes are one JSON text and answers them without BOM and surrounding white
 * space. The text is only ever judged: what it says in numbers, keys and escapes stays as it was
 * sent, because anything parsed and written again would come out different.
 */
export function checkedJson(body: Buffer): Buffer {
  const text = bareText(body);
  if (text.length < SMALL) parse(text);
  else judge(new JsonScan(text, MAX_DEPTH), text, text.length);
  return text;
}

/** The same for a body of any size: others are heard while a large one is checked. */
export async function checkedJsonInTurns(body: Buffer): Promise<Buffer> {
  if (body.length <= SLICE) return checkedJson(body);
  // First: hundreds of bodies may be complete at the same moment.
  await nextTurn();
  const text = bareText(body);
  const scan = new JsonScan(text, MAX_DEPTH);
  do await nextTurn();
  while (!judge(scan, text, SLICE));
  return text;
}

const A_FORM =
  'The body is a form, as HTML forms and many clients send it by default, and not JSON. Choose JSON (application/json) where it is sent.';
/** `name=value`, or the beginning of a part; no JSON text begins like that. */
const FORM = /^(?:\w[\w.+%[\]-]{0,99}=|--[^\r\n]{1,100}\r?\ncontent-disposition:\s*form-data)/i;

/** How almost all begin, and no form does. */
const OPENING: ReadonlySet<number | undefined> = new Set(Buffer.from('{["'));

function bareText(body: Buffer): Buffer {
  const text = trimmed(hasByteOrderMark(body) ? body.subarray(3) : body);
  if (text.length === 0) throw new HttpProblem('empty_body', 'The body is empty.');
  if (!isUtf8(text)) throw new HttpProblem('invalid_utf8', 'The body is not valid UTF-8.');
  if (!OPENING.has(text[0]) && FORM.test(text.toString('latin1', 0, 300))) {
    throw new HttpProblem('invalid_json', A_FORM);
  }
  return text;
}

function parse(text: Buffer): void {
  try {
    JSON.parse(text.toString());
  } catch (error) {
    throw new HttpProblem('invalid_json', `${(error as SyntaxError).message}.`);
  }
}

/** Whether the text is valid as a whole; false while that is open. */
function judge(scan: JsonScan, text: Buffer, bytes: number): boolean {
  const verdict = scan.step(bytes);
  if (verdict === 'too deep') {
    throw new HttpProblem('too_deep', `The JSON is nested deeper than ${MAX_DEPTH} levels.`);
  }
  if (verdict === 'invalid') throw new HttpProblem('invalid_json', mistake(text, scan.at));
  return verdict === 'valid';
}

function hasByteOrderMark(bytes: Buffer): boolean {
  return bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
}

function trimmed(bytes: Buffer): Buffer {
  let start = 0;
  let end = bytes.length;
  while (start < end && isSpace(bytes[start])) start++;
  while (end > start && isSpace(bytes[end - 1])) end--;
  return end - start === bytes.length ? bytes : bytes.subarray(start, end);
}

/** Compared and not looked up: a body may be a megabyte of them. */
function isSpace(byte: number | undefined): boolean {
  return byte === 0x20 || byte === LINE_FEED || byte === 0x0d || byte === 0x09;
}

/** Says where a text goes wrong as `JSON.parse` does, in characters. */
function mistake(text: Buffer, at: number): string {
  if (at === text.length) return 'Unexpected end of JSON input.';
  let line = 1;
  for (const byte of text.subarray(0, at)) if (byte === LINE_FEED) line++;
  const before = text.toString('utf8', 0, at);
  const column = before.length - before.lastIndexOf('\n');
  const [token = ''] = text.toString('utf8', at, at + 4);
  return `Unexpected token ${JSON.stringify(token)} in JSON at position ${before.length} (line ${line} column ${column}).`;
}
