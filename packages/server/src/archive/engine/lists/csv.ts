import { JsonText, type Shape, type Value } from './shape.ts';

const LINE_END = '\r\n';
/** What makes a spreadsheet take a cell for a formula. */
const SIGNS = '=+\\-@＝＋－＠';
/**
 * What shows nothing: controls, blanks, marks of direction and the like. Some programs drop it, and
 * what stood behind it is the beginning. A tab or a line break begins a cell of its own.
 */
const UNSEEN =
  '\\0-\\x08\\v\\f\\x0e-\\x1f\\x7f-\\x9f\\p{Cf}\\p{Cn}\\p{Co}\\p{Z}\\p{M}\\p{DI}\\u2800';
const FORMULA = new RegExp(`^[${UNSEEN}]*[${SIGNS}\\t\\r\\n]`, 'u');
/**
 * The same behind a sign at which spreadsheets split too: in German ones that is the semicolon, and
 * quotes that do not stand at the beginning of what they then take for a cell are no quotes to them.
 */
const INNER_FORMULA = formulaBehind(';\\t\\r\\n');
/** The same in a file that is split at semicolons: all others split at the comma. */
const INNER_FORMULA_OR_COMMA = formulaBehind(',;\\t\\r\\n');

function formulaBehind(splits: string): RegExp {
  return new RegExp(`[${splits}](?=["${UNSEEN}]*[${SIGNS}])`, 'gu');
}

export function csvHeadingOf<Row>(shape: Shape<Row>): string {
  return `${shape.map(([name]) => name).join(',')}${LINE_END}`;
}

/** A line as RFC 4180 has it. */
export function csvOf<Row>(shape: Shape<Row>, row: Row): string {
  return `${shape.map(([, value]) => cell(value(row))).join(',')}${LINE_END}`;
}

function cell(value: Value): string {
  if (value === null) return '';
  return inQuotes(defused(textOf(value)));
}

/** Quoted if something in it would end the cell, for whichever sign a spreadsheet splits at. */
export function inQuotes(text: string): string {
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * A sender decides what stands in a cell, and a spreadsheet would run `=HYPERLINK(…)`. The
 * apostrophe marks it as text. Phone numbers get it too: a spreadsheet would take `+493023125100`
 * for a sum and drop its plus, and a sender could write `+1+cmd|…` into that field.
 */
export function defused(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function textOf(value: Exclude<Value, null>): string {
  if (value instanceof JsonText) return withoutSplits(value.text);
  const text = Array.isArray(value) ? value.join(' ') : String(value);
  return text.replace(INNER_FORMULA, "$&'");
}

/** For a file that is split at semicolons. */
export function withoutInnerFormulas(text: string): string {
  return text.replace(INNER_FORMULA_OR_COMMA, "$&'");
}

/** The same JSON: a semicolon stands only in its strings, line breaks and tabs only between them. */
function withoutSplits(json: string): string {
  return json.replace(/[\t\r\n]/g, ' ').replace(INNER_FORMULA, '\\u003b');
}
