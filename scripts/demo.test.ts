import { expect, test } from 'vitest';
import { JobBoard } from './demo/jobs.ts';
import { people } from './demo/people.ts';

/** Often enough that chance would show it. */
const OFTEN = 600;

/** The names in a message, wherever they stand. */
function namesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'name' in value && typeof value.name === 'string' ? [value.name] : [];
  return [...own, ...Object.values(value).flatMap(namesIn)];
}

test('[TE6] the demo names nobody twice in one message', () => {
  for (let n = 0; n < OFTEN; n++) {
    for (const person of people) {
      const names = namesIn(person().body);
      expect(new Set(names).size, names.join()).toBe(names.length);
    }
  }
});

test('[TE6] nobody of the demo sends something to themselves', () => {
  const jobs = new JobBoard();
  for (let n = 0; n < OFTEN; n++) {
    const { abholung, zustellung } = jobs.next().body as Record<string, { name: string }>;
    if (abholung && zustellung) expect(abholung.name).not.toBe(zustellung.name);
  }
});
