import { describe, expect, test } from 'vitest';
import { ArchiveRows, FIRST_PAGE, NOW, valuesOf } from '../../support/archive-rows.ts';
import { DATABASES } from '../../support/databases.ts';

const YESTERDAY = '2026-03-09T22:59:59.999Z';
const TODAY = '2026-03-09T23:00:00.000Z';

describe.each(DATABASES)('%s', (kind) => {
  test('[HP9] counts what happened since a moment, and all that is open', async () => {
    const rows = await ArchiveRows.open(kind);
    await rows.event({ received_at: YESTERDAY });
    await rows.event({ received_at: TODAY, event_id: 2 });
    await rows.event({ received_at: TODAY, event_id: 3, channel: 'jobs' });
    await rows.job({ reference: 'a', status: 'open', received_at: YESTERDAY });
    await rows.job({ reference: 'b', status: 'open', received_at: TODAY });
    await rows.job({ reference: 'c', received_at: TODAY });
    await rows.job({ reference: 'd', status: 'done', received_at: TODAY }, [], 0);
    await rows.job({ reference: 'e', status: 'done', received_at: YESTERDAY }, [], 0);
    // Closed by a desk: today, though its last version came yesterday, and before that.
    await rows.job({ reference: 'f', status: 'open', received_at: YESTERDAY }, [], 0);
    await rows.assignment({ name: 'f', closed_by: 'Platz 21', closed_at: TODAY });
    await rows.job({ reference: 'g', status: 'open', received_at: YESTERDAY }, [], 0);
    await rows.assignment({ name: 'g', closed_by: 'Platz 21', closed_at: YESTERDAY });
    await rows.job({ reference: 'h', status: 'open', received_at: TODAY }, [], 0);
    await rows.assignment({ name: 'h', closed_by: 'Platz 21', closed_at: TODAY });
    await rows.call({ direction: 'in', missed: 1, sort_at: YESTERDAY });
    await rows.call({ direction: 'in', missed: 1, sort_at: TODAY });
    await rows.call({ direction: 'in', missed: 1, settled: 1, sort_at: TODAY });
    await rows.call({ direction: 'in', sort_at: TODAY });
    await rows.call({ direction: 'out', sort_at: TODAY });
    expect(JSON.parse(await rows.reader.summary('2026-03-10T00:00+01:00'))).toEqual({
      since: TODAY,
      events: { total: 2, channels: { kunden: 0, kuriere: 0, jobs: 1, generic: 1 } },
      jobs: {
        open: 3,
        closed: 3,
        late: 0,
        dueSoon: 0,
        statuses: [
          { status: 'open', open: 2 },
          { status: null, open: 1 },
        ],
      },
      calls: {
        total: 4,
        incoming: 3,
        missed: 2,
        toCallBack: 2,
        callersToCallBack: 2,
        repeatedToCallBack: [],
      },
    });
  });

  test('[DI1] counts open jobs that are late, and those due within 30 minutes', async () => {
    const rows = await ArchiveRows.open(kind);
    const due = async (minutes: number, isOpen = 1) => {
      const due_at = new Date(NOW + minutes * 60_000).toISOString();
      const status = isOpen ? 'open' : 'done';
      const state = { due_at, due_sort_key: due_at };
      await rows.job({ reference: `${minutes} ${status}`, status }, [], isOpen, state);
    };
    for (const minutes of [-24 * 60, -1, 0, 1, 29, 30, 31]) await due(minutes);
    for (const minutes of [-1, 1]) await due(minutes, 0);
    await rows.job({ reference: 'whenever' });
    expect(JSON.parse(await rows.reader.summary(TODAY)).jobs).toMatchObject({
      open: 8,
      late: 2,
      dueSoon: 3,
    });
    const late = await rows.reader.jobs({ late: true, sort: 'due' }, FIRST_PAGE, 'json');
    expect(valuesOf(late, 'reference')).toEqual(['-1440 open', '-1 open']);
  });

  test('[HP13] whoever has called several times in vain waits once', async () => {
    const rows = await ArchiveRows.open(kind);
    const missed = (number_key: string | null, more = {}) =>
      rows.call({ direction: 'in', missed: 1, sort_at: TODAY, number_key, ...more });
    for (const line of ['a', 'a', 'a', 'b', 'b', 'c', null, null]) await missed(line);
    for (const line of ['b', 'd']) await missed(line, { settled: 1 });
    expect(JSON.parse(await rows.reader.summary(TODAY)).calls).toMatchObject({
      toCallBack: 8,
      callersToCallBack: 5,
      repeatedToCallBack: [
        { line: 'a', calls: 3 },
        { line: 'b', calls: 2 },
      ],
    });
  });

  test('[HP9] an empty archive is all zeros', async () => {
    const rows = await ArchiveRows.open(kind);
    expect(JSON.parse(await rows.reader.summary(TODAY))).toMatchObject({
      events: { total: 0 },
      jobs: { open: 0, closed: 0, late: 0, dueSoon: 0, statuses: [] },
      calls: {
        total: 0,
        incoming: 0,
        missed: 0,
        toCallBack: 0,
        callersToCallBack: 0,
        repeatedToCallBack: [],
      },
    });
  });
});
