import { setImmediate } from 'node:timers/promises';
import { NumberFinder } from '@hookline/records/phone';
import type { Turn } from '../../packages/server/src/archive/engine/store/transaction.ts';
import { emptyLog } from '../../packages/server/src/archive/privacy/empty-log.ts';
import { eraseNumber } from '../../packages/server/src/archive/privacy/erase-number.ts';
import type { WriterContext } from '../../packages/server/src/archive/privacy/writer-context.ts';
import type { Database } from './database.ts';
import { contextOf, RULES } from './fill.ts';
import { customerAt } from './made-up-customers.ts';
import { percentiles, type Timings, timeOf } from './timings.ts';

export interface ErasureFigures {
  /** The whole erasure. */
  readonly whole: Timings;
  /** One turn of it: so long does a batch wait that comes meanwhile. */
  readonly turn: Timings;
  readonly longestTurn: number;
}

/** Erases customers one after another, as the writing thread does. */
export async function erasures(
  { store }: Database,
  folder: string,
  places: readonly number[],
): Promise<ErasureFigures> {
  const context = contextOf(store, folder);
  const turns: number[] = [];
  let last: Promise<unknown> = Promise.resolve();
  const turn: Turn<WriterContext> = (work) => {
    const next = last.then(async () => {
      // So does the writer, or nothing that other threads say would be heard.
      await setImmediate();
      const started = performance.now();
      const result = await work(context);
      // The writer does so after every command, and whoever comes next waits for it.
      store.file?.tend();
      turns.push(performance.now() - started);
      return result;
    });
    last = next;
    return next;
  };
  const whole: number[] = [];
  for (const place of places) {
    const { key } = RULES.read(customerAt(place).number);
    if (key === null) throw new Error('a made-up number cannot be read');
    const finder = new NumberFinder([key], RULES);
    const erase = async () => {
      await eraseNumber(turn, finder, [key]);
      await emptyLog(turn);
    };
    whole.push(await timeOf(erase));
  }
  return {
    whole: percentiles(whole),
    turn: percentiles(turns),
    longestTurn: Math.max(...turns),
  };
}
