import type { ListFilters } from '@hookline/contract';
import { describe, expect, test } from 'vitest';
import { ArchiveRows } from '../../support/archive-rows.ts';
import { DATABASES } from '../../support/databases.ts';

const NUMBER = '030 23125-101';
const LINE = '+493023125101';

describe.each(DATABASES)('%s', (kind) => {
  test('[HP13] every list is counted with the filters that it can be asked for', async () => {
    const rows = await ArchiveRows.open(kind);
    for (let n = 1; n <= 3; n++) {
      await rows.event({ event_id: n, channel: n === 1 ? 'jobs' : null });
      await rows.job({ reference: `j${n}`, status: n === 1 ? 'neu' : 'done' }, [], n === 1 ? 1 : 0);
      await rows.call({ missed: n === 1 ? 1 : 0, number_key: n === 1 ? LINE : null });
    }
    const count = async <L extends keyof ListFilters>(list: L, filter: ListFilters[L]) =>
      JSON.parse(await rows.reader.count(list, filter));
    const so = (many: number) => ({ count: many, isMore: false });
    expect(await count('events', {})).toEqual(so(3));
    expect(await count('events', { channel: 'jobs' })).toEqual(so(1));
    expect(await count('jobs', { open: false })).toEqual(so(2));
    expect(await count('jobs', { reference: 'nobody' })).toEqual(so(0));
    expect(await count('calls', { missed: true })).toEqual(so(1));
    expect(await count('calls', { number: NUMBER })).toEqual(so(1));
    expect(await count('calls', { number: 'anonymous' })).toEqual(so(0));
    expect(await count('addresses', {})).toEqual(so(0));
    expect(await count('addresses', { number: NUMBER, q: 'x' })).toEqual(so(0));
  });

  test('[HP13] beyond 1,000 nothing is counted, and that is said', async () => {
    const rows = await ArchiveRows.open(kind);
    for (let n = 1; n <= 1000; n++) await rows.event({ event_id: n });
    expect(JSON.parse(await rows.reader.count('events', {}))).toEqual({
      count: 1000,
      isMore: false,
    });
    await rows.event({ event_id: 1001 });
    expect(JSON.parse(await rows.reader.count('events', {}))).toEqual({
      count: 1000,
      isMore: true,
    });
  });

  test('[HP13] all statuses that jobs have now are there, each once, with how many have it', async () => {
    const rows = await ArchiveRows.open(kind);
    expect(JSON.parse(await rows.reader.jobStatuses())).toEqual({ statuses: [] });
    await rows.job({ reference: 'a', status: 'zugeteilt' });
    await rows.job({ reference: 'b', status: 'zugeteilt' });
    await rows.job({ reference: 'c', status: 'delivered' }, [], 0);
    await rows.job({ reference: 'd', status: null });
    const { statuses } = JSON.parse(await rows.reader.jobStatuses());
    expect(statuses).toEqual([
      { status: 'delivered', statusClass: null, open: false, count: 1, isMore: false },
      { status: 'zugeteilt', statusClass: null, open: true, count: 2, isMore: false },
    ]);
  });

  test('[HP13] a system with a status of its own for every job gets no list of thousands', async () => {
    const rows = await ArchiveRows.open(kind);
    for (let n = 0; n < 210; n++) await rows.job({ reference: `${n}`, status: `s${1000 + n}` });
    const { statuses } = JSON.parse(await rows.reader.jobStatuses());
    expect(statuses).toHaveLength(200);
  });
});
