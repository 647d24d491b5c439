import type { Address, Call, CallChange } from '@hookline/contract';
import { describe, expect, test } from 'vitest';
import { RECORD_TABLES } from '../../../src/archive/engine/store/schema.ts';
import { DATABASES } from '../../support/databases.ts';
import { collected, emptiedArchive, only, WrittenArchive } from '../../support/written-archive.ts';

const HER = '{"name":"Frau Muster","tel":"030 23125-100"}';
const HIM = '{"name":"Blitz KG" , "tel":"069 90009-200","id":12345678901234567890,"x":1.0}';
const call = (callId: string, from: string, more = {}) => ({
  callId,
  from,
  direction: 'in',
  state: 'ended',
  startedAt: '2026-03-01T08:00:00Z',
  ...more,
});

const emptied = emptiedArchive();

describe.each(DATABASES)('%s: export and erasure', (kind) => {
  /** Everything that is kept, as one text. */
  async function allOf(written: WrittenArchive): Promise<string> {
    const tables = await Promise.all(RECORD_TABLES.map((table) => written.rows(table)));
    return JSON.stringify(tables);
  }

  async function filled(): Promise<WrittenArchive> {
    const written = await emptied(kind);
    written.webhook('kunden', HER);
    written.webhook('kunden', `[${HER},\n ${HIM}]`);
    written.webhook('kuriere', '{"name":"Rad","tel":"040 66969-1","mobil":"0049 30 23125100"}');
    written.phoneBook('[{"number":"030 23125-100 DW 12","name":"Frau Muster, Büro"}]');
    written.webhook('kunden', '{"name":"ohne","bemerkung":"Tochter: (030) 23125100"}');
    written.webhook('jobs', '{"jobId":1,"status":"new","tel":"101","x":1.0}');
    written.webhook('jobs', `{"jobId":1,"status":"done","kunde":${HER},"fahrer":${HIM}}`);
    written.webhook('jobs', `{"jobId":2,"status":"new","stops":[${HER}, ${HIM}]}`);
    written.webhook('jobs', `{"jobs":[{"jobId":3,"tel":"+493023125100"},{"jobId":4}]}`);
    written.webhook(null, '{"text":"Rückruf 030/23125-100"}');
    written.webhook(null, `{"text":"nichts","n":12345678901234567890}`);
    written.report([
      call('hers', '+49 30 23125-100'),
      call('noted', '069 90009-200'),
      call('others', '069 90009-200'),
      call('tried', '069 90009-200'),
      call('put', '069 90009-200'),
      call('out', '21', { direction: 'out', to: { number: '03023125100' } }),
    ]);
    // Her number stands in an earlier report only.
    written.report(call('once', 'anonymous', { state: 'ringing', caller: '030 23125-100' }));
    written.report(call('once', '069 90009-200'));
    await written.settled();
    const change = async (callId: string, said: CallChange) => {
      const found = (await written.calls()).find((one) => one.callId === callId);
      await written.archive.changeCall(found?.id ?? '', said);
    };
    await change('noted', { note: 'Frau M.: 030 23125 100' });
    await change('tried', { attempted: true, by: '030 23125 100' });
    const remindAt = '2026-03-01T14:00:00.000Z';
    await change('hers', { attempted: true, remindAt, job: '4', contact: 'sie', by: 'Jana' });
    await change('put', { job: '1', contact: 'Büro 030 23125 100' });
    written.changes.length = 0;
    return written;
  }

  test('[AR13] everything about a number is exported, in any spelling', async () => {
    const written = await filled();
    const exported = await collected(written.archive.exportNumber('0049 (0)30 / 23125-100'));
    const count = (name: keyof typeof exported) => exported[name].length;
    expect((exported.addresses as Address[]).map(({ name }) => name).toSorted()).toEqual([
      'Frau Muster',
      'Frau Muster, Büro',
      'Rad',
      'ohne',
    ]);
    expect((exported.calls as Call[]).map(({ callId }) => callId).toSorted()).toEqual([
      'hers',
      'noted',
      'once',
      'out',
      'put',
      'tried',
    ]);
    expect((exported.calls as Call[]).find(({ callId }) => callId === 'hers')).toMatchObject({
      attempts: [{ desk: 'Jana' }],
      remindBy: 'Jana',
      job: '4',
      contact: 'sie',
    });
    expect(count('callReports')).toBe(7);
    expect(count('jobs')).toBe(3);
    expect(count('events')).toBe(8);
    expect(count('setAside')).toBe(0);
    await expect(collected(written.archive.exportNumber('unbekannt'))).rejects.toMatchObject({
      reason: 'no_number',
    });
  });

  test('[AR13] everything about a number is erased, and nothing else', async () => {
    const written = await filled();
    const counts = await written.archive.eraseNumber('+49 (30) 23125 100', false);
    expect(counts).toEqual({
      addresses: 4,
      calls: 6,
      jobs: 3,
      events: 8,
      setAside: 0,
      mappings: 0,
    });
    const rest = await allOf(written);
    expect(rest.replace(/\D/g, '')).not.toContain('3023125100');
    expect(rest).not.toMatch(/Muster/i);
    // Of the list only her element went; what stays is as it was sent.
    const payloads = (await written.rows('events')).map((row) => row['payload']);
    expect(payloads.toSorted()).toEqual(
      [
        `[${HIM}]`,
        '{"jobId":1,"status":"new","tel":"101","x":1.0}',
        `{"jobId":2,"status":"new","stops":[${HIM}]}`,
        '{"jobs":[{"jobId":4}]}',
        '{"text":"nichts","n":12345678901234567890}',
      ].toSorted(),
    );
    expect(await written.addresses()).toMatchObject([{ name: 'Blitz KG' }]);
    expect(await written.calls()).toMatchObject([{ callId: 'others' }]);
    expect(await written.rows('call_reports')).toHaveLength(1);
    const jobs = new Map((await written.jobs()).map((job) => [job.reference, job]));
    expect([...jobs.keys()].toSorted()).toEqual(['1', '2', '4']);
    // With its newest version gone, the one before is the state, and its numbers are the job's.
    expect(jobs.get('1')).toMatchObject({ status: 'new' });
    expect(await written.jobs({ open: true })).toHaveLength(3);
    const ofJob = (await written.rows('job_numbers')).filter((row) => row['name'] === '1');
    expect(ofJob.map((row) => row['number_key'])).toEqual(['internal:101']);
    expect(jobs.get('2')?.payload).toMatchObject({ stops: [{ name: 'Blitz KG' }] });
    expect(written.changes.toSorted()).toEqual(['addresses', 'calls', 'jobs']);
    expect(JSON.parse(await written.archive.caller('030 23125-100'))).toMatchObject({
      match: 'none',
      address: null,
      calls: [],
      jobs: [],
    });
    expect(await written.archive.eraseNumber('03023125100', false)).toEqual({
      addresses: 0,
      calls: 0,
      jobs: 0,
      events: 0,
      setAside: 0,
      mappings: 0,
    });
  });

  test('[AR13] [RE5] nothing of a person is left in the facts of a job, nor in its names', async () => {
    const written = await emptied(kind);
    const her = { name: 'Frau Muster', address: 'Torstr. 1, 10119 Berlin', phone: '030 23125-100' };
    const him = { name: 'Blitz KG', address: 'Hauptstr. 2, 10827 Berlin', phone: '069 90009-200' };
    written.webhook('jobs', { jobId: 1, status: 'new', dropoff: him });
    written.webhook('jobs', { jobId: 1, pickup: her, id: '03023125100' });
    written.webhook('jobs', { jobId: 1, status: 'picked up', courier: { name: 'Rast' } });
    const stops = [
      { type: 'pickup', ...her },
      { type: 'dropoff', ...him },
    ];
    written.webhook('jobs', { jobId: 2, stops });
    written.webhook('jobs', { jobId: 3, id: '0049 30 23125100', status: 'new' });
    await written.settled();
    expect(await written.jobs({ q: 'muster' })).toHaveLength(2);
    expect(await written.rows('job_names')).toHaveLength(2);
    await written.archive.eraseNumber('030 23125-100', false);
    const [first, second, ...others] = (await written.jobs()).toReversed();
    expect(first).toMatchObject({
      reference: '1',
      status: 'picked up',
      statusClass: 'underway',
      facts: { pickup: null, dropoff: him, courier: { name: 'Rast', phone: null } },
    });
    expect(second).toMatchObject({ reference: '2', facts: { pickup: null, dropoff: him } });
    expect(others).toEqual([]);
    const tables = ['jobs', 'job_versions', 'job_names', 'job_numbers', 'stale_jobs'] as const;
    const rest = JSON.stringify(await Promise.all(tables.map((table) => written.rows(table))));
    expect(rest.replace(/\D/g, '')).not.toContain('3023125100');
    expect(rest).not.toMatch(/Muster|Torstr/i);
    expect(await written.rows('job_names')).toEqual([]);
    expect(await written.rows('stale_jobs')).toEqual([]);
  });

  test('[AR13] without suppression it may come back, with it it does not', async () => {
    const written = await WrittenArchive.on(kind);
    const report = () => {
      written.phoneBook(`{"addresses":[${HER},${HIM}]}`);
      written.webhook('kunden', HER);
      written.webhook('jobs', `{"jobs":[{"jobId":1,"kunde":${HER}},{"jobId":2}]}`);
      written.report([call('hers', '+493023125100'), call('his', '069 90009-200')]);
      return written.settled();
    };
    await report();
    await written.archive.eraseNumber('030 23125-100', false);
    written.comeToday();
    await report();
    expect(await written.addresses()).toHaveLength(2);
    await written.archive.eraseNumber('tel:+49-30-23125-100', true);
    await report();
    await written.close();
    const restarted = await WrittenArchive.at(written.url);
    restarted.phoneBook('[{"number":"030 23125-100 DW 7","name":"Frau Muster"}]');
    restarted.phoneBook(HER);
    await restarted.settled();
    expect(await restarted.addresses()).toMatchObject([{ name: 'Blitz KG' }]);
    expect(await restarted.jobs()).toMatchObject([{ reference: '2' }]);
    expect(await restarted.calls()).toMatchObject([{ callId: 'his' }]);
    const rest = await allOf(restarted);
    expect(rest.replace(/\D/g, '')).not.toContain('3023125100');
    expect(rest).not.toContain('Muster');
    const suppressed = await restarted.rows('suppressed_numbers');
    expect(suppressed.map((row) => row['number_key'])).toEqual(['+493023125100']);
  });

  test('[AR13] a number that an address had before still leads to it', async () => {
    const written = await emptied(kind);
    written.webhook('kunden', '{"number":"069 90009-200","mobil":"0171 39200-11"}');
    written.webhook('kunden', '{"number":"069 90009-200","mobil":"0171 39200-12"}');
    await written.settled();
    const exported = await collected(written.archive.exportNumber('0171 3920011'));
    expect(exported.addresses).toHaveLength(1);
    expect(exported.events).toHaveLength(1);
    expect(await written.archive.eraseNumber('0171 3920011', false)).toMatchObject({
      addresses: 1,
      events: 1,
    });
    expect(await written.addresses()).toEqual([]);
  });

  test('[AR13] [DI2] a desk that is called by the number goes, whom it has corrected stays', async () => {
    const written = await emptied(kind);
    written.webhook('kunden', `[${HIM}]`);
    await written.settled();
    const { id } = await written.address();
    const correct = (by: string) => written.archive.changeAddress(id, { name: 'Blitz', by });
    const desk = 'Muster 030 23125-100';
    await correct(desk);
    const { addresses } = await collected(written.archive.exportNumber('+49 30 23125100'));
    expect(addresses).toMatchObject([{ id, correctedBy: { desk } }]);
    expect(await written.archive.eraseNumber('+49 30 23125100', false)).toMatchObject({
      addresses: 1,
    });
    expect(await written.address()).toMatchObject({ id, name: 'Blitz', correctedBy: null });
    expect(await written.rows('addresses')).toMatchObject([{ corrected_at: null }]);
    await correct(desk);
    expect(await written.archive.eraseNumber('069 90009200', false)).toMatchObject({
      addresses: 1,
    });
    expect(await written.addresses()).toEqual([]);
    // One that is about the number goes, whoever corrected it.
    written.comeToday();
    written.webhook('kunden', '{"name":"ohne","bemerkung":"Tochter: (030) 23125100"}');
    await written.settled();
    const { id: daughter } = await written.address();
    await written.archive.changeAddress(daughter, { name: 'x', by: '030 23125-100' });
    await written.archive.eraseNumber('030 23125-100', false);
    expect(await written.addresses()).toEqual([]);
  });

  test('[AR13] an extension is erased alone', async () => {
    const written = await emptied(kind);
    const book = ['', ' DW 12', ' DW 13'].map((extension) => ({
      tel: `030 23125-100${extension}`,
    }));
    written.phoneBook(book);
    await written.settled();
    expect(await written.archive.eraseNumber('+49 30 23125100 ext. 12', false)).toMatchObject({
      addresses: 1,
    });
    expect((await written.addresses()).map(({ number }) => number).toSorted()).toEqual([
      '030 23125-100',
      '030 23125-100 DW 13',
    ]);
  });

  test('[AR13] more than one step of rows', async () => {
    const written = await emptied(kind);
    for (let i = 0; i < 1300; i++) {
      written.webhook(
        i % 2 ? 'jobs' : null,
        i % 3 ? `{"jobId":${i}}` : `{"jobId":${i},"k":${HER}}`,
      );
    }
    await written.settled();
    const { events, jobs } = await written.archive.eraseNumber('030 23125-100', false);
    expect({ events, jobs }).toEqual({ events: 434, jobs: 217 });
    expect(await written.rows('events')).toHaveLength(1300 - 434);
    expect(await written.rows('jobs')).toHaveLength(650 - 217);
  });

  test('[AR13] bad numbers are told', async () => {
    const written = await emptied(kind);
    await expect(written.archive.eraseNumber('anonym', true)).rejects.toMatchObject({
      reason: 'no_number',
    });
    expect(only([written.archive.figures()])).toMatchObject({ failures: 0 });
  });
});
