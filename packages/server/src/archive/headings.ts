import { ADDRESS } from './addresses/address-fields.ts';
import { CALL } from './calls/call-fields.ts';
import { csvHeadingOf } from './engine/lists/csv.ts';
import { type Sheet, sheetHeading } from './engine/lists/excel-sheet.ts';
import type { recordShape } from './engine/lists/fields.ts';
import { EVENT } from './events/event-fields.ts';
import { JOB } from './jobs/job-fields.ts';

const HEADINGS = {
  addresses: headingsOf(ADDRESS),
  calls: headingsOf(CALL),
  jobs: headingsOf(JOB),
  events: headingsOf(EVENT),
};

function headingsOf<Row>({ csv, sheet: shape }: ReturnType<typeof recordShape<Row>>) {
  return { csv: csvHeadingOf(csv), excel: (sheet: Sheet) => sheetHeading(shape, sheet) };
}

export function csvHeading(list: keyof typeof HEADINGS): string {
  return HEADINGS[list].csv;
}

export function sheetHeadingOf(list: keyof typeof HEADINGS, sheet: Sheet): string {
  return HEADINGS[list].excel(sheet);
}
