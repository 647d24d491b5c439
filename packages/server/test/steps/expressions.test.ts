import { MAX_NUMBER_LENGTH } from '@hookline/records/phone';
import { checkSync } from 'recheck';
import { expect, test } from 'vitest';
import { READERS, SHAPES } from './readers.ts';

/** What NFKC makes of one character at most, so that a text of the longest number may grow so far. */
const LONGEST_OF_ONE = 18;

/** Its limits of time would find a slow expression on every slow machine; those of steps stay. */
const UNTIMED = {
  timeout: null,
  attackTimeout: null,
  incubationTimeout: null,
  seedingTimeout: null,
  randomSeed: 1,
} as const;

/** Enough for every text to be a long one. */
const N = 200;

// What an expression does inside is not counted as steps: one that begins anew at every blank would
// pass for one that looks at them once.
test('[AR12] no regular expression that a long text meets tries anything twice', () => {
  const used = expressionsUsed(() => {
    for (const read of Object.values(READERS)) {
      for (const make of Object.values(SHAPES)) read(make(N));
    }
  }, LONGEST_OF_ONE * MAX_NUMBER_LENGTH);
  expect(used.length).toBeGreaterThan(5);
  const slow = used.filter(
    ({ source, flags }) => checkSync(source, flags, UNTIMED).status !== 'safe',
  );
  expect(slow.map(String)).toEqual([]);
});

/** The regular expressions that are tried on a text of more than so many characters meanwhile. */
function expressionsUsed(work: () => unknown, longerThan: number): readonly RegExp[] {
  const used = new Map<string, RegExp>();
  const { exec } = RegExp.prototype;
  // All other methods go by way of this one as soon as it is not the original any more.
  RegExp.prototype.exec = function (text: string) {
    if (text.length > longerThan) used.set(String(this), this);
    return exec.call(this, text);
  };
  try {
    work();
  } finally {
    RegExp.prototype.exec = exec;
  }
  return [...used.values()];
}
