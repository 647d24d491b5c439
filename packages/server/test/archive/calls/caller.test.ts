import { describe, expect, test } from 'vitest';
import { ArchiveRows } from '../../support/archive-rows.ts';
import { DATABASES } from '../../support/databases.ts';

interface Answer {
  number: string;
  match: string;
  address: { name: string } | null;
  calls: { note: string }[];
  jobs: { reference: string }[];
  openJobs: { reference: string }[];
}

const nobody = { match: 'none', address: null, openJobs: [], calls: [], jobs: [] };

describe.each(DATABASES)('%s', (kind) => {
  async function open() {
    const rows = await ArchiveRows.open(kind);
    const caller = async (number: string): Promise<Answer> =>
      JSON.parse(await rows.reader.caller(number));
    return { rows, caller };
  }

  test('[AR10] a caller is found by any spelling, with the last five calls and jobs', async () => {
    const { rows, caller } = await open();
    const number = '030 23125-100';
    await rows.address({ name: 'Süß', number, is_customer: 1 });
    for (let n = 1; n <= 7; n++) {
      const time = `2026-03-0${n}T00:00:00.000Z`;
      await rows.call({ number: '+49 30 23125100', note: String(n), sort_at: time });
      await rows.job({ reference: String(n), received_at: time }, [number]);
    }
    await rows.call({ number: '030 23125-101', sort_at: '2026-03-09T00:00:00.000Z' });
    const answer = await caller('0049 30/23125-100');
    expect(Object.keys(answer).join(' ')).toBe('number line match address openJobs calls jobs');
    expect(answer).toMatchObject({
      number: '0049 30/23125-100',
      line: '+493023125100',
      match: 'exact',
      address: { name: 'Süß', roles: ['customer'] },
    });
    expect(answer.calls.map(({ note }) => note)).toEqual(['7', '6', '5', '4', '3']);
    expect(answer.jobs.map(({ reference }) => reference)).toEqual(['7', '6', '5', '4', '3']);
  });

  test('[HP20] a caller has the open jobs of every own number, the one first that is due first', async () => {
    const { rows, caller } = await open();
    const [number, mobile] = ['030 23125-100', '0171 39200-11'];
    await rows.address({ name: 'Süß', number, is_customer: 1 }, [mobile]);
    const due = (day: number) => ({ due_sort_key: `2026-03-0${day}T00:00:00.000Z` });
    await rows.job({ reference: 'later' }, [number], 1, due(8));
    await rows.job({ reference: 'done' }, [number], 0, due(1));
    await rows.job({ reference: 'soon' }, [mobile], 1, due(2));
    await rows.job({ reference: 'both' }, [number, mobile], 1, due(3));
    await rows.job({ reference: 'other' }, ['030 23125-101'], 1, due(1));
    for (const from of [number, mobile]) {
      const { openJobs } = await caller(from);
      expect(openJobs.map(({ reference }) => reference)).toEqual(['soon', 'both', 'later']);
    }
    // Nobody is taken for the switchboard.
    expect((await caller('030 23125-102')).openJobs).toEqual([]);
    for (let n = 0; n < 12; n++) await rows.job({ reference: `more ${n}` }, [mobile], 1, due(4));
    expect((await caller(number)).openJobs).toHaveLength(10);
  });

  test('[AR10] a caller with two numbers has the latest of both, each of them once', async () => {
    const { rows, caller } = await open();
    const [sip, line] = ['sip:+493023125100@pbx.example', '030 23125-100'];
    for (let n = 1; n <= 8; n++) {
      const time = `2026-03-0${n}T00:00:00.000Z`;
      await rows.call({ number: n % 3 === 0 ? sip : line, note: String(n), sort_at: time });
      await rows.job(
        { reference: String(n), received_at: time },
        n % 2 === 0 ? [sip, line] : [sip],
      );
    }
    const answer = await caller(sip);
    expect(answer.calls.map(({ note }) => note)).toEqual(['8', '7', '6', '5', '4']);
    expect(answer.jobs.map(({ reference }) => reference)).toEqual(['8', '7', '6', '5', '4']);
  });

  test('[AR10] whose own number it is comes before one who only has it too', async () => {
    const { rows, caller } = await open();
    const shared = '069 90009-100';
    await rows.address({ name: 'Owner', number: shared });
    const later = { updated_at: '2026-03-09T00:00:00.000Z' };
    await rows.address({ name: 'Other', number: '0171 39200-11', ...later }, [shared]);
    expect(await caller(shared)).toMatchObject({ match: 'exact', address: { name: 'Owner' } });
    await rows.db.deleteFrom('addresses').where('name', '=', 'Owner').execute();
    expect(await caller(shared)).toMatchObject({ match: 'exact', address: { name: 'Other' } });
  });

  test('[AR10] an extension behind a stored switchboard is a probable match', async () => {
    const { rows, caller } = await open();
    await rows.address({ name: 'Office', number: '030 23125-0' });
    await rows.address({ name: 'Courier', number: '0176 040690-10' });
    const extension = '030 23125-123';
    await rows.call({ number: extension, note: 'n' });
    const answer = await caller(extension);
    expect(answer).toMatchObject({ match: 'probable', address: { name: 'Office' } });
    expect(answer.calls.map(({ note }) => note)).toEqual(['n']);
    expect((await caller('0176 040690-11')).match).toBe('none');
    await rows.address({ name: 'Desk', number: extension });
    expect(await caller(extension)).toMatchObject({ match: 'exact', address: { name: 'Desk' } });
  });

  test('[AR10] a withheld number is nobody, whoever else withheld theirs', async () => {
    const { rows, caller } = await open();
    await rows.address({ name: 'No number' });
    await rows.call({ number: 'anonymous' });
    for (const number of ['', ' ', 'anonym', 'unterdrückt', '000', '\0', 'x1\0', '1'.repeat(999)]) {
      expect(await caller(number), number).toMatchObject({ number, ...nobody });
    }
    const line = '+494066969100';
    expect(await caller('040 66969-100')).toEqual({ number: '040 66969-100', line, ...nobody });
  });
});
