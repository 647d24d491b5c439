import type { Job, MappingPreview, MappingRule } from '@hookline/contract';
import type { Channel } from '@hookline/contract/words';
import { describe, expect, test } from 'vitest';
import { addressEditor } from '../../../src/archive/addresses/change-address.ts';
import type { Entry } from '../../../src/archive/engine/journal/batch.ts';
import { jobEditor } from '../../../src/archive/jobs/change-job.ts';
import { mappingEditor } from '../../../src/archive/mappings/change-mapping.ts';
import { privacyEditor } from '../../../src/archive/privacy/erase-number.ts';
import { applyBatch } from '../../../src/archive/threads/apply-batch.ts';
import { createReader } from '../../../src/archive/threads/reader.ts';
import { rebuildSenders } from '../../../src/archive/threads/rebuild.ts';
import { type ArchiveContext, archiveContext } from '../../support/archive-context.ts';
import { DATABASES } from '../../support/databases.ts';
import { ALL } from '../../support/written-archive.ts';

const NOON = Date.parse('2026-03-04T12:00:00.000Z');

/** An office with an archive, and somebody who teaches it. */
class Office {
  readonly context: ArchiveContext;
  #last = 0;

  constructor(context: ArchiveContext) {
    this.context = context;
  }

  static async on(kind: 'sqlite' | 'postgres') {
    return new Office(await archiveContext(kind));
  }

  /** Another node with the same database. */
  async another() {
    const { url, store } = this.context;
    return new Office(await archiveContext(store.kind, url));
  }

  async send(sender: string | null, channel: Channel, ...payloads: readonly unknown[]) {
    const entries = payloads.map((payload): Entry => {
      const n = ++this.#last;
      return {
        id: `00000000-0000-7000-8000-${String(n).padStart(12, '0')}`,
        kind: 'event',
        eventId: n,
        channel,
        sender,
        receivedAt: new Date(NOON + n * 1000).toISOString(),
        text: JSON.stringify(payload),
      };
    });
    await applyBatch(this.context, { id: crypto.randomUUID(), instance: 'i', entries });
  }

  get editing() {
    return {
      turn: <T>(work: (context: ArchiveContext) => Promise<T>) => work(this.context),
      changed: () => {},
      now: () => NOON,
    };
  }

  get editor() {
    return {
      ...mappingEditor(this.editing, () => {}),
      ...jobEditor(this.editing),
      ...addressEditor(this.editing),
    };
  }

  async teach(sender: string, channel: Channel, ...rules: MappingRule[]) {
    await this.editor.saveMapping(sender, channel, { rules, by: 'Platz 1' }, undefined);
    await this.reread();
  }

  reread() {
    return rebuildSenders(this.editing.turn, { jobs: undefined }, () => {});
  }

  get reader() {
    const { store, rules, jobs } = this.context;
    return createReader(store, rules, () => NOON, jobs);
  }

  async jobs(): Promise<Job[]> {
    const { items } = await this.reader.jobs({}, ALL, 'json');
    return items
      .map((item): Job => JSON.parse(item))
      .toSorted((a, b) => ((a.reference ?? '') < (b.reference ?? '') ? -1 : 1));
  }

  async references() {
    return (await this.jobs()).map(({ reference }) => reference);
  }

  async addresses() {
    const { items } = await this.reader.addresses({}, ALL, 'json');
    return items.map((item) => JSON.parse(item));
  }

  async preview(
    sender: string,
    channel: Channel,
    ...rules: MappingRule[]
  ): Promise<MappingPreview> {
    return JSON.parse(await this.reader.previewMapping(sender, channel, { rules }));
  }
}

/** A sender whose number is taken for that of its shop. */
const message = (code: string, rest: object = {}) => ({ order_number: 'SHOP', code, ...rest });
const NUMBER: MappingRule[] = [
  { target: 'reference', path: 'code' },
  { not: 'alias', path: 'order_number' },
];

describe.each(DATABASES)('%s: what an office teaches', (kind) => {
  test('[MA4] splits jobs that were taken for one, and joins them again when it is taken back', async () => {
    const office = await Office.on(kind);
    await office.send(
      'erp',
      'jobs',
      message('D-1'),
      message('D-2'),
      message('D-1', { status: 'zugestellt' }),
    );
    await office.send(null, 'jobs', { order_number: 'X-9' });
    expect(await office.references()).toEqual(['SHOP', 'X-9']);
    await office.teach('erp', 'jobs', ...NUMBER);
    expect(await office.jobs()).toMatchObject([
      { reference: 'D-1', statusClass: 'done' },
      { reference: 'D-2', statusClass: 'new' },
      { reference: 'X-9' },
    ]);
    await office.send('erp', 'jobs', message('D-3'));
    expect(await office.references()).toEqual(['D-1', 'D-2', 'D-3', 'X-9']);
    await office.teach('erp', 'jobs');
    expect(await office.references()).toEqual(['SHOP', 'X-9']);
  });

  test('[MA4] parts what a number beside it had joined', async () => {
    const office = await Office.on(kind);
    // What its parcels are called as well, it calls the job: two that have nothing to do with each other.
    await office.send(
      'erp',
      'jobs',
      { order_number: 'A-100', shipment_id: 'TOUR-77' },
      { shipment_id: 'TOUR-77', status: 'unterwegs' },
    );
    expect(await office.references()).toEqual(['A-100']);
    await office.teach('erp', 'jobs', { not: 'alias', path: 'shipment_id' });
    expect(await office.references()).toEqual(['A-100', 'TOUR-77']);
  });

  test('[MA4] leaves with a job what people wrote about it', async () => {
    const office = await Office.on(kind);
    await office.send('erp', 'jobs', message('D-1'), message('D-2'));
    await office.editor.changeJob('SHOP', { note: 'Kundin ruft zurück', by: 'Platz 2' });
    await office.teach('erp', 'jobs', ...NUMBER);
    // It was written when the second had come.
    expect(await office.jobs()).toMatchObject([{ note: null }, { note: 'Kundin ruft zurück' }]);
  });

  test('[MA1] holds for one sender and one channel alone', async () => {
    const office = await Office.on(kind);
    await office.teach('erp', 'jobs', ...NUMBER);
    await office.send('shop', 'jobs', message('D-1'));
    await office.send(null, 'jobs', { ...message('D-2'), order_number: 'ELSE' });
    expect(await office.references()).toEqual(['ELSE', 'SHOP']);
  });

  test('[MA1] reads messages without a name for a sender that was named later', async () => {
    const office = await Office.on(kind);
    await office.send(null, 'jobs', message('D-1'), { order_number: 'OTHER' });
    await office.teach('erp', 'jobs', ...NUMBER);
    const until = new Date(NOON + 2000).toISOString();
    expect(await office.editor.assignMessages('jobs', { to: 'erp', until })).toBe(1);
    await office.reread();
    expect(await office.references()).toEqual(['D-1', 'OTHER']);
    const page = await office.reader.job('D-1', ALL);
    expect(JSON.parse(page?.items[0] ?? '')).toMatchObject({ sender: 'erp' });
  });

  test('[MA5] gives messages to a sender by the system that they are of', async () => {
    const office = await Office.on(kind);
    await office.send(
      null,
      'jobs',
      { label_id: 'S-1', partner_id: 'P-1', status_id: 5 },
      message('D-1'),
    );
    expect(await office.editor.assignMessages('jobs', { to: 'ghtk', preset: 'GHTK' })).toBe(1);
  });

  test('[MA3] tells the second of two desks, and keeps what the first has saved', async () => {
    const office = await Office.on(kind);
    const { version } = await office.editor.saveMapping(
      'erp',
      'jobs',
      { rules: NUMBER, by: 'Platz 1' },
      0,
    );
    expect(version).toBe(1);
    await expect(
      office.editor.saveMapping('erp', 'jobs', { rules: [], by: 'Platz 2' }, 0),
    ).rejects.toMatchObject({ reason: 'mapping_changed' });
    expect(await office.reader.mapping('erp', 'jobs')).toMatchObject({
      version: 1,
      rules: NUMBER,
      versions: [{ version: 1, savedBy: { desk: 'Platz 1' } }],
      reading: 0,
    });
    await office.reread();
    expect(await office.reader.mappings()).toMatchObject({
      items: [{ sender: 'erp', channel: 'jobs', rules: NUMBER, reading: null }],
    });
  });

  test('[MA3] previews what would be joined, split and changed, and saves nothing', async () => {
    const office = await Office.on(kind);
    const codes = ['D-1', 'D-2', 'D-1', 'D-3', 'D-2'];
    await office.send('erp', 'jobs', ...codes.map((code) => message(code, { state: 7 })));
    const preview = await office.preview('erp', 'jobs', ...NUMBER, {
      target: 'deliverBy',
      path: 'nothing',
    });
    expect(preview).toMatchObject({
      version: 0,
      messages: 5,
      changes: { before: 1, after: 3, joined: 0, split: 1, changed: 3 },
      statuses: [{ word: '7', count: 5, statusClass: null }],
      kinds: [
        {
          count: 5,
          records: [
            {
              path: [],
              values: { reference: 'D-2' },
              marks: expect.arrayContaining([
                { path: ['code'], target: 'reference', by: 'rule' },
                { path: ['state'], target: 'status', by: 'built-in' },
              ]),
            },
          ],
        },
      ],
    });
    expect(preview.changes.items[0]).toMatchObject({
      before: ['SHOP'],
      after: ['D-2'],
      facts: [{ target: 'reference', before: 'SHOP', after: 'D-2' }],
    });
    expect(preview.warnings).toContainEqual(expect.objectContaining({ kind: 'missing', rule: 2 }));
    expect(preview.warnings).toContainEqual(
      expect.objectContaining({ kind: 'unknown-word', text: '7' }),
    );
    expect((await office.preview('erp', 'jobs')).warnings).toContainEqual(
      expect.objectContaining({ kind: 'constant', text: 'SHOP', count: 5 }),
    );
    expect(await office.references()).toEqual(['SHOP']);
  });

  test('[MA3] warns of a number that is new in every message about what is on its way', async () => {
    const office = await Office.on(kind);
    const ways = ['new', 'assigned', 'picked up', 'delivered', 'delivered'];
    const messages = ways.map((status, n) => ({ order_id: `m-${n}`, vorgang: 'A 1', status }));
    await office.send('shop', 'jobs', ...messages);
    await office.send('till', 'jobs', ...messages.map((one) => ({ ...one, status: 'new' })));
    const warningsOf = async (sender: string) => (await office.preview(sender, 'jobs')).warnings;
    expect(await warningsOf('shop')).toMatchObject([{ kind: 'unique', target: 'reference' }]);
    // Who tells of each job once, when it is new, has another number each time.
    expect(await warningsOf('till')).toEqual([]);
  });

  test('[MA3] names the jobs whose status means something else', async () => {
    const office = await Office.on(kind);
    await office.send('shop', 'jobs', { order_id: 'A 1', status: 'parked' });
    const words = { parked: 'problem' } as const;
    const { changes } = await office.preview('shop', 'jobs', { target: 'status', words });
    const statusClass = { before: null, after: 'problem' };
    const facts = [{ target: 'status', before: 'parked', after: 'parked', statusClass }];
    expect(changes).toMatchObject({ changed: 1, items: [{ before: ['A 1'], facts }] });
  });

  test('[MA3] warns of a number that is new in every message, and of rules that fail', async () => {
    const office = await Office.on(kind);
    const codes = ['1', '2', '3', '4', '5'];
    await office.send(
      'erp',
      'jobs',
      ...codes.map((n) => ({ order_number: 'A-1', event: `e-${n}`, due: 'bald' })),
    );
    const preview = await office.preview(
      'erp',
      'jobs',
      { target: 'reference', path: 'event' },
      { target: 'deliverBy', path: 'due' },
    );
    expect(preview.warnings).toMatchObject([
      { kind: 'failed', rule: 1, count: 5 },
      { kind: 'unique' },
    ]);
  });

  test('[MA3] has a sample exactly as it was sent', async () => {
    const office = await Office.on(kind);
    await applyBatch(office.context, {
      id: 'b',
      instance: 'i',
      entries: [
        {
          id: '00000000-0000-7000-8000-000000000001',
          kind: 'event',
          eventId: 1,
          channel: 'jobs',
          sender: 'erp',
          receivedAt: new Date(NOON).toISOString(),
          text: '{"id":12345678901234567890}',
        },
      ],
    });
    const text = await office.reader.previewMapping('erp', 'jobs', { rules: [] });
    expect(text).toContain('"payload":{"id":12345678901234567890}');
  });

  test('[MA4] another node reads by what was saved on this one', async () => {
    const office = await Office.on(kind);
    await office.teach('erp', 'jobs', ...NUMBER);
    const other = await office.another();
    // A file has one writer, which loads what it finds when it begins.
    if (kind === 'sqlite') await other.context.mappings.load(other.context.store.db);
    await other.send('erp', 'jobs', message('D-1'));
    expect(await other.references()).toEqual(['D-1']);
  });

  test('[AR13] what a rule says of an erased number goes with it, and the others stay', async () => {
    const office = await Office.on(kind);
    await office.teach('erp', 'jobs', ...NUMBER, { ignore: { path: 'from', is: '030 23125 100' } });
    const { eraseNumber } = privacyEditor(office.editing, office.context.rules);
    await eraseNumber('03023125100', false);
    const { rules } = await office.reader.mapping('erp', 'jobs');
    expect(JSON.stringify(rules)).not.toContain('23125');
    await office.context.mappings.load(office.context.store.db);
    await office.send('erp', 'jobs', message('D-1'));
    expect(await office.references()).toEqual(['D-1']);
  });
});

describe.each(DATABASES)('%s: what an office teaches about contacts', (kind) => {
  const customer = (n: number, rest: object = {}) => ({
    id: n,
    label: `Praxis ${n}`,
    note: 'x',
    tel: `030 23125 10${n}`,
    ...rest,
  });

  test('[MA2] name, number, own id and vehicle', async () => {
    const office = await Office.on(kind);
    await office.send('hr', 'kuriere', {
      pers: '77',
      who: 'Ida Kern',
      line: '0171 3920101',
      car: 'Rad 4',
      st: 2,
    });
    await office.teach(
      'hr',
      'kuriere',
      { target: 'ownId', path: 'pers' },
      { target: 'name', path: 'who' },
      { target: 'phone', path: 'line' },
      { target: 'vehicle', path: 'car' },
      { target: 'state', path: 'st', words: { '2': 'free' } },
    );
    expect(await office.addresses()).toMatchObject([
      { name: 'Ida Kern', number: '0171 3920101', fields: { vehicle: 'Rad 4', status: 'free' } },
    ]);
    const { items } = JSON.parse(await office.reader.couriers());
    expect(items).toMatchObject([{ name: 'Ida Kern', state: 'free', vehicle: 'Rad 4' }]);
  });

  test('[MA2] what a word for a state means, wherever it is found', async () => {
    const office = await Office.on(kind);
    const report = { name: 'Ida Kern', phone: '0171 3920101', status: 'available' };
    await office.send('hr', 'kuriere', report);
    const rules: MappingRule[] = [{ target: 'state', words: { available: 'off' } }];
    const { statuses, changes } = await office.preview('hr', 'kuriere', ...rules);
    expect(statuses).toEqual([{ word: 'available', count: 1, statusClass: 'off', by: 'rule' }]);
    const statusClass = { before: 'free', after: 'off' };
    const fact = { target: 'state', before: 'available', after: 'available', statusClass };
    expect(changes).toMatchObject({ changed: 1, items: [{ facts: [fact] }] });
    await office.teach('hr', 'kuriere', ...rules);
    const { items } = JSON.parse(await office.reader.couriers());
    expect(items).toMatchObject([{ name: 'Ida Kern', state: 'off' }]);
  });

  test('[MA3] names a code for a state as it was sent, before its meaning is said and after', async () => {
    const office = await Office.on(kind);
    await office.send('hr', 'kuriere', { name: 'Ida Kern', phone: '0171 3920101', z: 9 });
    const preview = async (...words: { words?: { 9: 'free' } }[]) => {
      const [rule] = words;
      const path = { target: 'state', path: 'z', ...rule } as const;
      return (await office.preview('hr', 'kuriere', path)).statuses;
    };
    const status = { word: '9', count: 1 };
    expect(await preview()).toEqual([{ ...status, statusClass: null, by: 'built-in' }]);
    const words = { 9: 'free' } as const;
    expect(await preview({ words })).toEqual([{ ...status, statusClass: 'free', by: 'rule' }]);
  });

  test('[MA4] an address that no message yields any more goes, unless somebody has touched it', async () => {
    const office = await Office.on(kind);
    await office.send('crm', 'kunden', customer(1), customer(2), customer(3));
    await office.send('shop', 'kunden', { phone: '030 23125 103', name: 'Praxis Drei' });
    const numbers = async () => (await office.addresses()).map(({ number }) => number).sort();
    expect(await numbers()).toHaveLength(3);
    const [touched] = (await office.addresses()).filter(({ number }) => number?.endsWith('102'));
    await office.editor.changeAddress(touched.id, { name: 'Von Hand', by: 'Platz 1' });
    await office.teach(
      'crm',
      'kunden',
      { target: 'name', path: 'label' },
      { not: 'phone', path: 'tel' },
    );
    expect((await office.addresses()).map(({ name }) => name).sort()).toEqual([
      'Praxis 1',
      'Praxis 2',
      'Praxis 3',
      'Praxis Drei',
      'Von Hand',
    ]);
  });

  test('[MA4] what a desk has set right stays', async () => {
    const office = await Office.on(kind);
    await office.send(
      'crm',
      'kunden',
      { phone: '030 23125 101', name: 'Falsch', label: 'Richtig' },
      { phone: '030 23125 102', name: 'Falsch', label: 'Richtig' },
    );
    const [first] = (await office.addresses()).filter(({ number }) => number?.endsWith('101'));
    await office.editor.changeAddress(first.id, { name: 'Von Hand', by: 'Platz 1' });
    await office.teach('crm', 'kunden', { target: 'name', path: 'label' });
    expect((await office.addresses()).map(({ name }) => name).sort()).toEqual([
      'Richtig',
      'Von Hand',
    ]);
    await office.teach('crm', 'kunden');
    expect((await office.addresses()).map(({ name }) => name).sort()).toEqual([
      'Falsch',
      'Von Hand',
    ]);
  });
});
