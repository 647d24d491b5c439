import { randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { NumberFinder } from '@hookline/records/phone';
import { describe, expect, test } from 'vitest';
import type { JournalReader } from '../../../src/archive/engine/journal/journal-reader.ts';
import { inSteps } from '../../../src/archive/engine/store/bulk-insert.ts';
import type { Turn } from '../../../src/archive/engine/store/transaction.ts';
import { eraseNumber } from '../../../src/archive/privacy/erase-number.ts';
import { personalData } from '../../../src/archive/privacy/personal-data.ts';
import type { WriterContext } from '../../../src/archive/privacy/writer-context.ts';
import { applyBatch } from '../../../src/archive/threads/apply-batch.ts';
import { archiveContext } from '../../support/archive-context.ts';
import { DATABASES } from '../../support/databases.ts';
import { journaled, journalFile } from '../../support/journal-file.ts';
import { collected } from '../../support/written-archive.ts';

const KEY = '+493023125100';
const HER = '{"name":"Frau Muster","tel":"030 23125-100"}';
const HIM = '{"name":"Blitz KG","tel":"069 90009-200"}';

const batch = (through: number, ...texts: readonly string[]) =>
  journaled(through, ...texts.map((text) => ({ text, channel: 'kunden' as const })));

const textsIn = (journal: JournalReader) =>
  journal.next().flatMap(({ entries }) => entries.map(({ text }) => text));

describe.each(DATABASES)('%s: erasure outside of the lists', (kind) => {
  test('[AR13] the journal', async () => {
    const context = await archiveContext(kind);
    const { journal, spoolFolder, rules } = context;
    const first = [batch(1, HER, HIM, `[${HIM}, ${HER}]`), batch(2, HIM), batch(3, HER)];
    journal.expect(journalFile(spoolFolder, 0, first));
    // What is no batch must not keep the others from being erased.
    journal.expect({ ...journalFile(spoolFolder, 1, []), end: 4 });
    writeFileSync(join(spoolFolder, '000000000000001.journal'), 'torn');
    journal.expect(journalFile(spoolFolder, 2, [batch(4, HER)]));
    const turn: Turn<WriterContext> = (work) => work(context);
    await eraseNumber(turn, new NumberFinder([KEY], rules), [KEY]);
    expect(textsIn(journal)).toEqual([HIM, `[${HIM}]`, HIM]);
    expect(journal.done()).toBe('000000000000000.journal');
    journal.next();
    journal.done();
    expect(textsIn(journal)).toEqual([]);
    expect(readdirSync(spoolFolder)).toHaveLength(2);
  });

  test('[AR13] the journal, while it is being stored', async () => {
    const context = await archiveContext(kind);
    const { store, journal, spoolFolder, rules } = context;
    for (const [number, text] of [HIM, HER, HIM, HER].entries()) {
      journal.expect(journalFile(spoolFolder, number, [batch(number + 1, text)]));
    }
    let turns = 0;
    // Between two turns the oldest is stored, as the writer would do.
    const turn: Turn<WriterContext> = async (work) => {
      const result = await work(context);
      if (turns++ > 3) return result;
      for (const each of journal.next()) await applyBatch(context, each);
      journal.done();
      return result;
    };
    const counts = await eraseNumber(turn, new NumberFinder([KEY], rules), [KEY]);
    expect(readdirSync(spoolFolder)).toEqual([]);
    expect(counts).toMatchObject({ events: 2, addresses: 1 });
    const left = await store.db.selectFrom('events').select('payload').execute();
    expect(left).toEqual([{ payload: HIM }, { payload: HIM }]);
  });

  test('[AR13] many rows of one line go in many turns, and others get theirs in between', async () => {
    const context = await archiveContext(kind);
    const { store, rules } = context;
    const entry = (i: number) => ({
      id: randomUUID(),
      kind: 'calls' as const,
      eventId: 0,
      channel: null,
      receivedAt: '2026-03-01T08:00:00.000Z',
      text: JSON.stringify({ callId: `c${i}`, from: '030 23125-100', state: 'ended' }),
    });
    const entries = Array.from({ length: 60 }, (_, i) => entry(i));
    await applyBatch(context, { id: randomUUID(), instance: 'i', entries });
    const counted = async () => {
      const rows = store.db.selectFrom('calls').select(({ fn }) => fn.countAll().as('count'));
      return Number((await rows.executeTakeFirstOrThrow()).count);
    };
    const left = [await counted()];
    const turn: Turn<WriterContext> = async (work) => {
      const result = await work(context);
      left.push(await counted());
      return result;
    };
    const counts = await eraseNumber(turn, new NumberFinder([KEY], rules), [KEY]);
    expect(counts.calls).toBe(60);
    expect(left[0]).toBe(60);
    expect(left.at(-1)).toBe(0);
    const steps = left.map((count, i) => (left[i - 1] ?? count) - count);
    expect(Math.max(...steps)).toBeLessThanOrEqual(10);
  });

  test('[AR13] a table of many rows, to its end', async () => {
    const MANY = 2500;
    const NAMED = 100;
    const context = await archiveContext(kind);
    const { db } = context.store;
    const row = (_: unknown, i: number) => ({
      id: String(i).padStart(8, '0'),
      at: '2026-03-01T08:00:00.000Z',
      kind: 'kunden',
      reason: 'x',
      content: i % NAMED === NAMED - 1 ? HER : HIM,
    });
    await inSteps(Array.from({ length: MANY }, row), (rows) =>
      db.insertInto('dead_letters').values(rows).execute(),
    );
    const finder = new NumberFinder([KEY], context.rules);
    const { setAside } = await eraseNumber((work) => work(context), finder, [KEY]);
    expect(setAside).toBe(MANY / NAMED);
    const left = await db.selectFrom('dead_letters').select('content').execute();
    expect(left).toHaveLength(MANY - MANY / NAMED);
    expect(left.filter(({ content }) => content === HER)).toEqual([]);
  });

  test('[AR13] what the database refused', async () => {
    const context = await archiveContext(kind);
    const { store, rules } = context;
    const row = (content: string) => ({
      id: randomUUID(),
      at: '2026-03-01T08:00:00.000Z',
      kind: 'kunden',
      reason: 'x',
      content,
    });
    await store.db
      .insertInto('dead_letters')
      .values([row(HER), row(HIM)])
      .execute();
    const exported = await collected(personalData(store, rules, '030 23125-100'));
    expect(exported.setAside).toMatchObject([{ kind: 'kunden', payload: JSON.parse(HER) }]);
    const turn: Turn<WriterContext> = (work) => work(context);
    const counts = await eraseNumber(turn, new NumberFinder([KEY], rules), [KEY]);
    expect(counts.setAside).toBe(1);
    expect(await store.db.selectFrom('dead_letters').select('content').execute()).toEqual([
      { content: HIM },
    ]);
  });
});
