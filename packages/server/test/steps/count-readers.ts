import { forgetSteps, stepsOf } from './count-steps.ts';
import { PAGE_READERS, READERS, SHAPES } from './readers.ts';

/** The steps of each reader with each shape, of a payload and of one that is twice as large. */
export type Steps = Record<string, Record<string, { once: number; twice: number }>>;

/** Past all limits of how much of a payload is looked at. */
const SMALL = 400;

const steps: Steps = {};
for (const [reader, read] of Object.entries({ ...READERS, ...PAGE_READERS })) {
  // What is only done once is done before it is counted.
  for (const make of Object.values(SHAPES)) read(make(3));
  forgetSteps();
  const found: Steps[string] = {};
  for (const [shape, make] of Object.entries(SHAPES)) {
    const [small, large] = [make(SMALL), make(2 * SMALL)];
    found[shape] = { once: stepsOf(() => read(small)), twice: stepsOf(() => read(large)) };
  }
  steps[reader] = found;
}
console.log(JSON.stringify(steps));
