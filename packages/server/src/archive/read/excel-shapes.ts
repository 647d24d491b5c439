import type { CallDirection, CallState, JobClass, Role } from '@hookline/contract';
import { FACT_COLUMNS } from '@hookline/contract/job-facts';
import type { Sheet } from '../archive.ts';
import { addressNumbersFromJson } from '../normalise/address-numbers.ts';
import { shownFacts } from '../normalise/merge-job.ts';
import { ownIdIn, storedOwners } from '../normalise/owners.ts';
import { At } from './excel-cell.ts';
import { type SheetShape, sheetHeading } from './excel-sheet.ts';
import { referenceOf } from './job-names.ts';
import { type AddressRow, type CallRow, type EventRow, type JobRow, rolesOf } from './shapes.ts';

const ROLES: Readonly<Record<Role, string>> = { customer: 'Kunde', courier: 'Kurier' };
const DIRECTIONS: Readonly<Record<CallDirection, string>> = {
  in: 'eingehend',
  out: 'ausgehend',
  internal: 'intern',
};
const CALL_STATES: Readonly<Record<CallState, string>> = {
  dialing: 'wählt',
  ringing: 'klingelt',
  connected: 'verbunden',
  held: 'gehalten',
  ended: 'beendet',
};
const JOB_CLASSES: Readonly<Record<JobClass, string>> = {
  new: 'neu',
  open: 'offen',
  assigned: 'vergeben',
  underway: 'unterwegs',
  problem: 'Problem',
  done: 'erledigt',
  canceled: 'storniert',
};

const at = (moment: string | null | undefined) => (moment ? new At(moment) : null);

/** A word of the archive as people say it; one that is not known stays as it is. */
function said(words: Readonly<Record<string, string>>, word: string | null): string | null {
  return word === null ? null : Object.hasOwn(words, word) ? (words[word] ?? word) : word;
}

export const ADDRESS_SHEET: SheetShape<AddressRow> = {
  known: [
    ['Name', (row) => row.name],
    [
      'Rolle',
      (row) =>
        rolesOf(row)
          .map((role) => said(ROLES, role))
          .join(', '),
    ],
    ['Telefon', (row) => row.display ?? row.number],
    ['Telefon international', (row) => row.e164],
    ['Weitere Nummern', furtherNumbers],
    ['Weitere Kontakte', furtherOwners],
    ['Angelegt', (row) => at(row.created_at)],
    ['Geändert', (row) => at(row.updated_at)],
    ['Zuletzt gemeldet', (row) => at(row.seen_at)],
    ['Korrigiert von', (row) => row.corrected_by],
    ['Korrigiert am', (row) => at(row.corrected_at)],
    ['Kennung', (row) => row.id],
  ],
  sent: (row) => row.fields,
};

function furtherNumbers({ aliases }: AddressRow): string {
  return addressNumbersFromJson(aliases)
    .map(({ display, number }) => display ?? number)
    .join(' | ');
}

/** Who else has the number: `K-100 Praxis Dr. Alt`. */
function furtherOwners({ others }: AddressRow): string {
  return storedOwners(others)
    .map((owner) => [ownIdIn(owner), owner.name].filter(Boolean).join(' '))
    .join(' | ');
}

export const CALL_SHEET: SheetShape<CallRow> = {
  known: [
    ['Beginn', (row) => at(row.started_at)],
    ['Ende', (row) => at(row.ended_at)],
    ['Richtung', (row) => said(DIRECTIONS, row.direction)],
    ['Zustand', (row) => said(CALL_STATES, row.state)],
    ['Telefon', (row) => row.number],
    ['Telefon international', (row) => row.e164],
    ['Name', (row) => row.known_name ?? row.name],
    ['Verpasst', (row) => row.missed === 1],
    ['Erledigt', (row) => row.settled === 1],
    ['Erledigt von', (row) => row.settled_by],
    ['Erledigt am', (row) => at(row.settled_at)],
    ['Notiz', (row) => row.note],
    ['Notiz von', (row) => row.note_by],
    ['Notiz am', (row) => at(row.note_at)],
    ['Übernommen von', (row) => row.claimed_by],
    ['Übernommen am', (row) => at(row.claimed_at)],
    ['Anruf-ID', (row) => row.call_id],
    ['Kennung', (row) => row.id],
  ],
  sent: (row) => row.payload,
};

export const JOB_SHEET: SheetShape<JobRow> = {
  known: [
    ['Auftrag', referenceOf],
    ['Status', (row) => row.status],
    ['Bedeutung', (row) => said(JOB_CLASSES, row.status_class)],
    ['Fällig', (row) => at(row.due_at)],
    ['Verspätet', (row) => row.late === 1],
    ...FACT_COLUMNS.map(({ label, kind, value }): SheetShape<JobRow>['known'][number] => [
      label.de,
      (row) => {
        const fact = value(shownFacts(row.facts));
        if (typeof fact === 'number') return { digits: String(fact) };
        return kind === 'moment' ? at(fact) : fact;
      },
    ]),
    ['Notiz', (row) => row.note],
    ['Notiz von', (row) => row.note_by],
    ['Notiz am', (row) => at(row.note_at)],
    ['Übernommen von', (row) => row.claimed_by],
    ['Übernommen am', (row) => at(row.claimed_at)],
    ['Abgeschlossen von', (row) => row.closed_by],
    ['Abgeschlossen am', (row) => at(row.closed_at)],
    ['Empfangen', (row) => at(row.received_at)],
    ['Kennung', (row) => row.id],
  ],
  sent: (row) => row.payload,
};

export const EVENT_SHEET: SheetShape<EventRow> = {
  known: [
    ['Empfangen', (row) => at(row.received_at)],
    ['Kanal', (row) => row.channel],
    ['Absender', (row) => row.sender],
    ['Nummer', (row) => ({ digits: String(row.event_id) })],
    ['Instanz', (row) => row.instance],
    ['Kennung', (row) => row.id],
  ],
  sent: (row) => row.payload,
};

const HEADINGS = {
  addresses: (sheet: Sheet) => sheetHeading(ADDRESS_SHEET, sheet),
  calls: (sheet: Sheet) => sheetHeading(CALL_SHEET, sheet),
  jobs: (sheet: Sheet) => sheetHeading(JOB_SHEET, sheet),
  events: (sheet: Sheet) => sheetHeading(EVENT_SHEET, sheet),
};

export function sheetHeadingOf(list: keyof typeof HEADINGS, sheet: Sheet): string {
  return HEADINGS[list](sheet);
}
