import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';

const MIB = 1024 * 1024;

test('an idle thread gives back what it no longer needs', async () => {
  const program = `
    const { parentPort } = require('node:worker_threads');
    const { getHeapStatistics } = require('node:v8');
    const held = () => getHeapStatistics().total_physical_size;
    import(${JSON.stringify(new URL('../src/spare-memory.ts', import.meta.url).href)}).then(({ spareMemory }) => {
      let rush = Array.from({ length: 1_000_000 }, (_, i) => ({ i }));
      parentPort.postMessage({ held: held(), kept: rush.length });
      rush = undefined;
      spareMemory();
      setInterval(() => parentPort.postMessage({ held: held() }), 500);
    });`;
  const thread = new Worker(program, { eval: true });
  onTestFinished(async () => void (await thread.terminate()));
  const [first] = (await once(thread, 'message')) as [{ held: number }];
  expect(first.held).toBeGreaterThan(30 * MIB);
  // Without being asked for room it would keep it for as long as it lives.
  for (;;) {
    const [{ held }] = (await once(thread, 'message')) as [{ held: number }];
    if (held < 15 * MIB) break;
  }
});
