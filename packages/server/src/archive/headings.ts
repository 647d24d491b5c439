import { ADDRESS } from './addresses/address-fields.ts';
import { CALL } from './calls/call-fields.ts';
import { csvHeadingOf } from './engine/lists/csv.ts';
import { type Sheet, sheetHeading } from './engine/lists/excel-sheet.ts';
import type { recordShape } from './engine/lists/fields.ts';
import { EVENT } from './events/event-fields.ts';
import { JOB } from './jobs/job-fields.ts';

/** What stands above the tables of each list. */
export const HEADINGS = {
  addresses: headingsOf(ADDRESS),
  calls: headingsOf(CALL),
  jobs: headingsOf(JOB),
  events: headingsOf(EVENT),
};

function headingsOf<Row>({ csv, sheet: shape }: ReturnType<typeof recordShape<Row>>) {
  return { csv: csvHeadingOf(csv), excel: (sheet: Sheet) => sheetHeading(shape, sheet) };
}
