import { readdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { packBatch } from '../../../src/archive/engine/journal/batch.ts';
import {
  Writer,
  type WriterEvents,
  type WriterOptions,
} from '../../../src/archive/threads/writer.ts';
import { emptyDatabase } from '../../support/database.ts';
import { HOUSE } from '../../support/house.ts';
import { journaled, journalFile } from '../../support/journal-file.ts';
import { rowsOf, temporaryFolder } from '../../support/written-archive.ts';

async function startWriter(
  send: WriterEvents['send'],
  options: Partial<WriterOptions> = {},
): Promise<Writer> {
  const writer = new Writer(
    {
      url: await emptyDatabase('sqlite'),
      spoolFolder: temporaryFolder(),
      run: 'r',
      ends: 0,
      phone: { country: 'DE' },
      jobs: HOUSE,
      ...options,
    },
    { send, opened: async () => {} },
  );
  return writer;
}

function run(writer: Writer): void {
  const ended = writer.run();
  onTestFinished(async () => {
    writer.close();
    await ended;
  });
}

const batch = (through: number) => packBatch({ instance: 'i', order: { name: 'r', through } }, []);

test('[AR1] what was accepted is stored before anything is read anew', async () => {
  const order: string[] = [];
  const writer = await startWriter((message) => {
    if (message.type === 'settled') order.push(`batch ${message.seq}`);
  });
  const done = writer.background(async () => order.push('background'));
  const asked = writer.command(async () => order.push('command'));
  for (let place = 1; place <= 3; place++) writer.add(batch(place));
  run(writer);
  await Promise.all([done, asked]);
  expect(order).toEqual(['command', 'batch 1', 'batch 2', 'batch 3', 'background']);
});

test('[AR1] a writer that is never idle gets on with it all the same, now and then', async () => {
  let batches = 0;
  const writer = await startWriter((message) => {
    if (message.type !== 'settled') return;
    batches++;
    // There is always one more.
    writer.add(batch(message.seq + 2));
  });
  writer.add(batch(1));
  writer.add(batch(2));
  run(writer);
  const before: number[] = [];
  for (let step = 0; step < 3; step++) {
    await writer.background(async () => {});
    before.push(batches);
  }
  const [first = 0, second = 0, third = 0] = before;
  expect(first).toBeGreaterThanOrEqual(20);
  expect(second - first).toBeGreaterThanOrEqual(20);
  expect(third - second).toBeLessThan(60);
});

test('[AR14] a batch that ends every writing thread does not block the others', async () => {
  const spoolFolder = temporaryFolder();
  const url = await emptyDatabase('sqlite');
  const file = journalFile(
    spoolFolder,
    0,
    [1, 2, 3].map((id) => journaled(id, { text: `"${id}"` })),
  );
  const read = Promise.withResolvers<string>();
  const notices: string[] = [];
  const send: WriterEvents['send'] = (message) => {
    if (message.type === 'read') read.resolve(message.name);
    if (message.type === 'notice') notices.push(message.text);
  };
  const writer = await startWriter(send, { url, spoolFolder, ends: 3 });
  writer.expect(file);
  run(writer);
  expect(await read.promise).toBe(file.name);
  const rows = await rowsOf(url, 'events');
  expect(rows.map(({ payload }) => payload)).toEqual(['"2"', '"3"']);
  expect(readdirSync(spoolFolder)).toEqual([`${file.name}.unreadable`]);
  expect(notices).toEqual([expect.stringContaining(`${file.name}.unreadable`)]);
});
