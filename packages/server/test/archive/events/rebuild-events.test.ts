import { expect, test } from 'vitest';
import { createReader } from '../../../src/archive/threads/reader.ts';
import { eventRebuilder, rebuildAll } from '../../../src/archive/threads/rebuild.ts';
import { archiveContext } from '../../support/archive-context.ts';
import { NOW } from '../../support/archive-rows.ts';
import { DATABASES } from '../../support/databases.ts';

test.each(DATABASES)(
  '[AR11] %s: events of a version before are found by what finds those of today',
  async (kind) => {
    const context = await archiveContext(kind);
    const { db } = context.store;
    const payloads = ['{"tel":"030/78001-0"}', '{"name":"Yılmaz"}', '{"text":"nichts"}'];
    for (let n = 0; n < 300; n++) {
      const id = `0195a000-${String(n).padStart(4, '0')}-7000-8000-000000000000`;
      const payload = payloads[n % 3] ?? '';
      const received_at = new Date(NOW - n).toISOString();
      const event = { id, instance: 'i', event_id: n, channel: null, received_at, payload };
      await db.insertInto('events').values(event).execute();
    }
    const reader = createReader(context.store, context.rules, () => NOW);
    const count = async (q: string) => JSON.parse(await reader.count('events', { q })).count;
    expect(await count('+49 30 78001')).toBe(0);

    const changed: string[] = [];
    const percents: (number | undefined)[] = [];
    const events = {
      progress: (percent: number | undefined) => void percents.push(percent),
      changed: (kinds: string) => void changed.push(kinds),
    };
    await rebuildAll((work) => work(context), [eventRebuilder], events);
    expect(await count('+49 30 78001')).toBe(100);
    expect(await count('yilmaz')).toBe(100);
    expect(await count('nichts')).toBe(100);
    // No list on any page is another one by that.
    expect(changed).toEqual([]);
    expect(percents.at(-1)).toBe(undefined);

    percents.length = 0;
    await rebuildAll((work) => work(context), [eventRebuilder], events);
    expect(percents).toEqual([]);
  },
);
