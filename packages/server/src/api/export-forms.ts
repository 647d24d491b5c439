import type { Sheet } from '../archive/engine/lists/excel-sheet.ts';
import type { ItemFormat } from '../archive/engine/lists/page.ts';
import { HEADINGS } from '../archive/headings.ts';
import { liked } from '../http/page.ts';

export type ListName = keyof typeof HEADINGS;

/** A form in which a list is downloaded as a file. */
export interface ExportForm {
  readonly headers: Readonly<Record<string, string>>;
  readonly format: ItemFormat;
  readonly head: string;
  readonly line: (item: string) => string;
}

const JSON_TYPE = 'application/json';
/** Without it Excel reads UTF-8 as the character set of its country. */
const BOM = '\uFEFF';

const form = (
  list: ListName,
  ending: string,
  type: string,
  format: ItemFormat,
  { head = '', line = (item: string) => item }: Partial<Pick<ExportForm, 'head' | 'line'>> = {},
): ExportForm => ({
  headers: {
    'content-type': type,
    'content-disposition': `attachment; filename="${list}${ending}"`,
  },
  format,
  head,
  line,
});

const CSV = 'text/csv; charset=utf-8; header=present';
const csv = (list: ListName) => form(list, '.csv', CSV, 'csv', { head: BOM + HEADINGS[list].csv });

/** A table for Excel, once it is known which columns it has. */
export const sheetForm = (list: ListName, sheet: Sheet) =>
  form(list, '-excel.csv', CSV, sheet, { head: BOM + HEADINGS[list].excel(sheet) });

// A payload may have been sent with line breaks, and a line break ends an item here. In JSON they
// stand only where white space may, never inside a string.
const ndjson = (list: ListName, type: string) =>
  form(list, '.ndjson', type, 'json', { line: (item) => `${item.replace(/[\r\n]+/g, ' ')}\n` });

const vcard = (list: ListName) => form(list, '.vcf', 'text/vcard; charset=utf-8', 'vcard');

const FORMS: Readonly<Record<string, (list: ListName, type: string) => ExportForm>> = {
  'text/csv': csv,
  'application/x-ndjson': ndjson,
  'application/ndjson': ndjson,
  'text/vcard': vcard,
};

/** What the parameter `format` calls them. */
const FORMATS: Readonly<Record<string, string>> = {
  json: JSON_TYPE,
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  vcard: 'text/vcard',
};

/** It has no content type of its own: it is CSV as German Excel reads it. */
const EXCEL = 'excel';

/** The content types a list can be had in, JSON first. */
export function offeredTypes(list: ListName): string[] {
  const types = Object.keys(FORMS).filter((type) => list === 'addresses' || type !== 'text/vcard');
  return [JSON_TYPE, ...types];
}

export function offeredFormats(list: ListName): string[] {
  const types = offeredTypes(list);
  const formats = Object.entries(FORMATS).filter(([, type]) => types.includes(type));
  return [...formats.map(([format]) => format), EXCEL];
}

/**
 * The form that the client wants; undefined means the page as JSON, `excel` a form that depends on
 * what is in the list. `format` wins: whoever follows
 * a link sends an `Accept` that is not of their choosing.
 */
export function wantedForm(
  list: ListName,
  { format, accept }: { format: string | undefined; accept: string | undefined },
): ExportForm | typeof EXCEL | undefined {
  if (format === EXCEL) return EXCEL;
  const type =
    (format === undefined ? preferredType(accept, offeredTypes(list)) : FORMATS[format]) ??
    JSON_TYPE;
  return FORMS[type]?.(list, type);
}

/**
 * The type the client likes best among those on offer, the first of which also stands for every
 * wildcard. Undefined when it names none of them.
 */
export function preferredType(
  accept: string | undefined,
  offered: readonly string[],
): string | undefined {
  const [first = ''] = offered;
  const wildcards = ['*/*', `${first.split('/', 1)[0]}/*`];
  const ranges = liked(accept);
  const named = ranges.filter(({ name }) => offered.includes(name));
  // Behind the named types, so that `*/*, text/csv` is a wish for CSV.
  const any = ranges.filter(({ name }) => wildcards.includes(name));
  const candidates = [...named, ...any.map(({ weight }) => ({ name: first, weight }))];
  return candidates.sort((a, b) => b.weight - a.weight).at(0)?.name;
}
