import { parseArgs } from 'node:util';
import { leaveNothingBehind } from '../scripts/leave-nothing-behind.ts';
import { fuzz } from './fuzz.ts';

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '100000' },
    doors: { type: 'string' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000_000) },
  },
});
const cases = Number(values.cases);
const seed = Number(values.seed);
process.stdout.write(`seed ${seed}; the same cases again: npm run fuzz -- --seed=${seed}\n`);

leaveNothingBehind('hookline-fuzz-');

let saidAt = 0;
const began = performance.now();
const { played, seen, failure, memory } = await fuzz({
  cases,
  seed,
  doors: values.doors === 'open' || values.doors === 'closed' ? values.doors : undefined,
  onProgress(text) {
    if (performance.now() - saidAt < 5000 && !text.includes('MiB')) return;
    saidAt = performance.now();
    process.stdout.write(`${text}, ${Math.round((saidAt - began) / 1000)} s\n`);
  },
});
const seconds = Math.round((performance.now() - began) / 1000);
const statuses = [...seen].sort().map(([status, count]) => `${status}: ${count}`);
process.stdout.write(`${played} cases in ${seconds} s\n${memory}\n${statuses.join(', ')}\n`);
if (failure !== undefined) {
  process.stdout.write(`FAILED ${failure}\n`);
  process.exitCode = 1;
}
