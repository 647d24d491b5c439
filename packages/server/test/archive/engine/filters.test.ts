import { describe, expect, test } from 'vitest';
import { ArchiveRows, FIRST_PAGE, valuesOf } from '../../support/archive-rows.ts';
import { DATABASES } from '../../support/databases.ts';

const day = (n: number) => `2026-03-0${n}T00:00:00.000Z`;

describe.each(DATABASES)('%s', (kind) => {
  test('[AR10] addresses by number in any spelling, and by role', async () => {
    const rows = await ArchiveRows.open(kind);
    await rows.address({ name: 'A', number: '030 23125-100', is_customer: 1 });
    await rows.address({ name: 'B', number: '0171 39200-11', is_courier: 1 }, ['030 23125-100']);
    const names = async (filter: Parameters<typeof rows.reader.addresses>[0]) =>
      valuesOf(await rows.reader.addresses(filter, FIRST_PAGE, 'json'), 'name');
    expect(await names({ number: '0049 (30) 23125-100' })).toEqual(['A', 'B']);
    expect(await names({ number: 'tel:+491713920011' })).toEqual(['B']);
    expect(await names({ number: '030 23125-100', role: 'courier' })).toEqual(['B']);
    expect(await names({ number: '030 23125-100', q: 'a' })).toEqual(['A']);
    expect(await names({ role: 'customer' })).toEqual(['A']);
    for (const number of ['', 'anonym', '030 23125-101', '\0', '1\0', 'sip:a\0b', "'", '😀']) {
      expect(await names({ number }), number).toEqual([]);
    }
  });

  test('[AR10] calls by number, missed, since and until', async () => {
    const rows = await ArchiveRows.open(kind);
    await rows.call({ name: '1', number: '030 23125-100', sort_at: day(1), missed: 1 });
    await rows.call({ name: '2', number: '+49 30 23125100', sort_at: day(2) });
    await rows.call({ name: '3', number: '21', sort_at: day(3), missed: 1 });
    await rows.call({ name: '4', sort_at: day(4) });
    const names = async (filter: Parameters<typeof rows.reader.calls>[0]) =>
      valuesOf(await rows.reader.calls(filter, FIRST_PAGE, 'json'), 'name').join('');
    expect(await names({ number: '0049 30 23125 100' })).toBe('21');
    expect(await names({ number: '030 23125-100', missed: true })).toBe('1');
    expect(await names({ missed: true })).toBe('31');
    expect(await names({ missed: false })).toBe('42');
    expect(await names({ since: day(2), until: day(4) })).toBe('32');
    expect(await names({ since: '2026-03-02T01:00:00+01:00' })).toBe('432');
    expect(await names({ since: '2026-03-02', until: '2026-03-03' })).toBe('2');
    expect(await names({ since: '-271821-04-20T00:00:00Z', until: '+275760-09-13' })).toBe('4321');
    expect(await names({ number: 'anonym' })).toBe('');
    expect(await names({ number: 'x1\0' })).toBe('');
  });

  test('[AR10] calls that are settled, and those to call back', async () => {
    const rows = await ArchiveRows.open(kind);
    await rows.call({ name: '1', sort_at: day(1), missed: 1 });
    await rows.call({ name: '2', sort_at: day(2), missed: 1, settled: 1 });
    await rows.call({ name: '3', sort_at: day(3), settled: 1 });
    await rows.call({ name: '4', sort_at: day(4) });
    const names = async (filter: Parameters<typeof rows.reader.calls>[0]) =>
      valuesOf(await rows.reader.calls(filter, FIRST_PAGE, 'json'), 'name').join('');
    expect(await names({ settled: true })).toBe('32');
    expect(await names({ settled: false })).toBe('41');
    expect(await names({ missed: true, settled: false })).toBe('1');
    expect(await names({ missed: true, settled: true })).toBe('2');
    expect(await names({ missed: false, settled: true })).toBe('3');
    expect(await names({ missed: false, settled: false })).toBe('4');
    expect(await names({ settled: true, until: day(3) })).toBe('2');
  });

  test('[AR10] jobs by reference, status, open and time', async () => {
    const rows = await ArchiveRows.open(kind);
    await rows.job({ reference: 'A', status: 'done', received_at: day(1) }, [], 0);
    await rows.job({ reference: 'B', status: 'done', received_at: day(1) }, [], 0);
    await rows.job({ reference: 'B', status: 'new', received_at: day(2) });
    await rows.job({ reference: 'C', status: 'new', received_at: day(3) });
    const references = async (filter: Parameters<typeof rows.reader.jobs>[0]) =>
      valuesOf(await rows.reader.jobs(filter, FIRST_PAGE, 'json'), 'reference').join('');
    expect(await references({})).toBe('CBA');
    expect(await references({ reference: 'B' })).toBe('B');
    expect(await references({ status: 'new' })).toBe('CB');
    expect(await references({ status: 'done' })).toBe('A');
    expect(await references({ open: true })).toBe('CB');
    expect(await references({ open: false })).toBe('A');
    expect(await references({ status: 'new', open: true })).toBe('CB');
    expect(await references({ status: 'new', open: false })).toBe('');
    expect(await references({ status: 'done', open: false })).toBe('A');
    expect(await references({ status: 'done', open: true })).toBe('');
    expect(await references({ since: day(2) })).toBe('CB');
    expect(await references({ until: day(3) })).toBe('BA');
    expect(await references({ since: day(2), until: day(3), open: true })).toBe('B');
    expect(await references({ reference: 'b' })).toBe('');
    expect(await references({ reference: '\0' })).toBe('');
    expect(await references({ status: '\0' })).toBe('');
  });

  test('[DI5] events by sender', async () => {
    const rows = await ArchiveRows.open(kind);
    await rows.event({ event_id: 1, received_at: day(1), sender: 'erp', channel: 'jobs' });
    await rows.event({ event_id: 2, received_at: day(2), sender: 'shop', channel: 'jobs' });
    await rows.event({ event_id: 3, received_at: day(3), sender: 'erp' });
    await rows.event({ event_id: 4, received_at: day(4) });
    const ids = async (filter: Parameters<typeof rows.reader.events>[0]) =>
      valuesOf(await rows.reader.events(filter, FIRST_PAGE, 'json'), 'eventId').join('');
    expect(await ids({ sender: 'erp' })).toBe('31');
    expect(await ids({ sender: 'erp', channel: 'jobs' })).toBe('1');
    expect(await ids({ sender: 'nobody' })).toBe('');
    expect(await ids({ sender: 'e\0rp' })).toBe('');
  });

  test('[AR10] events by channel and time', async () => {
    const rows = await ArchiveRows.open(kind);
    await rows.event({ event_id: 1, received_at: day(1) });
    await rows.event({ event_id: 2, received_at: day(2), channel: 'jobs' });
    await rows.event({ event_id: 3, received_at: day(3), channel: 'kunden' });
    await rows.event({ event_id: 4, received_at: day(4) });
    const ids = async (filter: Parameters<typeof rows.reader.events>[0]) =>
      valuesOf(await rows.reader.events(filter, FIRST_PAGE, 'json'), 'eventId').join('');
    expect(await ids({})).toBe('4321');
    expect(await ids({ channel: 'jobs' })).toBe('2');
    expect(await ids({ channel: 'generic' })).toBe('41');
    expect(await ids({ channel: 'generic', since: day(2) })).toBe('4');
    expect(await ids({ since: day(2), until: day(4) })).toBe('32');
    const first = await rows.reader.events(
      { channel: 'generic' },
      { limit: 1, cursor: undefined },
      'json',
    );
    const page = { limit: 1, cursor: first.next ?? undefined };
    const second = await rows.reader.events({ channel: 'generic' }, page, 'json');
    expect([...valuesOf(first, 'eventId'), ...valuesOf(second, 'eventId')]).toEqual([4, 1]);
  });
});
