import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { type Service, startService, type WhenOver } from './service.ts';

/** The service with its archive at `url` and its journal in `folder`. */
export function serviceWith(
  url: string,
  folder: string,
  command?: string[],
  whenOver?: WhenOver,
): Promise<Service> {
  const env = { APP_ARCHIVE_URL: url, APP_ARCHIVE_SPOOL_DIR: `${folder}/spool` };
  return startService([], env, command, whenOver);
}

/** Milliseconds after which something hangs, on whatever machine. */
const TIMEOUT = 300_000;

/**
 * Waits for something that comes about by itself and stays; says what it saw last when it does not.
 * What may be over before the next look has to be waited for by what it leaves, such as a line.
 */
export async function until<T>(
  look: () => T | Promise<T>,
  isThere: (value: T) => boolean,
): Promise<T> {
  const began = performance.now();
  for (;;) {
    const value = await look();
    if (isThere(value)) return value;
    const waited = performance.now() - began;
    if (waited > TIMEOUT) throw new Error(`still ${JSON.stringify(value)}`);
    // A look is work for the service, too: what takes long is looked at less often, within reason.
    await pause(Math.min(Math.max(50, waited / 10), 500));
  }
}

export function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

export interface Readiness {
  readonly status: string;
  readonly reasons: readonly string[];
}

export async function readiness({ url }: Service): Promise<Readiness> {
  return (await (await fetch(`${url}/readyz`)).json()) as Readiness;
}

/** What `/readyz` complains of, as one text. */
export async function reasonsOf(service: Service): Promise<string> {
  return (await readiness(service)).reasons.join('\n');
}

/** Waits for `/readyz` to have nothing to complain of. */
export async function becomesReady(service: Service): Promise<void> {
  await until(
    () => readiness(service),
    ({ status, reasons }) => status === 'ready' && reasons.length === 0,
  );
}

/** Waits for `/readyz` to complain of this, whatever a busy machine makes it complain of before. */
export async function complains(service: Service, of: RegExp): Promise<RegExpExecArray> {
  const look = async () => of.exec(await reasonsOf(service));
  return (await until(look, (found) => found !== null)) as RegExpExecArray;
}

const FIGURES = [
  'queue_bytes',
  'journal_bytes',
  'waiting_records',
  'stored',
  'dead_letters',
  'dropped',
] as const;
export type Figures = Record<(typeof FIGURES)[number], number>;

/** What `/metrics` says about the archive. */
export async function figuresOf({ url }: Service): Promise<Figures> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const figure = (name: string) => {
    const [, value] =
      new RegExp(`^hookline_archive_${name}(?:_total)? (\\S+)$`, 'm').exec(text) ?? [];
    return Number(value);
  };
  return Object.fromEntries(FIGURES.map((name) => [name, figure(name)])) as Figures;
}

/** Waits until nothing is under way any more. */
export function settled(service: Service): Promise<Figures> {
  return until(
    () => figuresOf(service),
    ({ waiting_records }) => waiting_records === 0,
  );
}

/** The files in the journal of a service, but for its lock. */
export function spooledIn(folder: string): string[] {
  return readdirSync(`${folder}/spool`).filter((name) => name !== 'lock' && name !== 'erasures');
}

export type Row = Record<string, string | number | null>;

/** Looks into the database itself, past the service. */
export async function rowsOf(url: string, query: string): Promise<Row[]> {
  if (url.startsWith('sqlite:')) {
    const db = new DatabaseSync(url.slice('sqlite:'.length), { readOnly: true });
    try {
      return db.prepare(query).all() as Row[];
    } finally {
      db.close();
    }
  }
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query<Row>(query)).rows;
  } finally {
    await client.end();
  }
}

/** The numbers of all stored events, in the order in which lists show them, oldest first. */
export async function storedIds(url: string): Promise<number[]> {
  const rows = await rowsOf(url, 'select event_id from events order by received_at, id');
  return rows.map(({ event_id }) => Number(event_id));
}

/** As `storedIds`, after an end: what a busy machine had no time to store is stored at the next start. */
export async function keptIds(url: string, folder: string): Promise<number[]> {
  if (spooledIn(folder).length > 0) await settled(await serviceWith(url, folder));
  return storedIds(url);
}

/** Always the same, for of other garbage one page in many may pass for one of a database. */
export function garbage(length: number): Buffer {
  return createHash('shake256', { outputLength: length }).update('garbage').digest();
}
