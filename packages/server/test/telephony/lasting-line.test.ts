import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { LastingLine } from '../../src/telephony/lasting-line.ts';

/** A port, and a line to it whose waits happen when the test says so. */
async function lineTo(serve: (socket: Socket) => void) {
  const server = createServer(serve).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const waiting: { ms: number; run: () => void }[] = [];
  const heard: string[] = [];
  const line = new LastingLine({
    host: '127.0.0.1',
    port: (server.address() as AddressInfo).port,
    schedule: {
      after(ms, run) {
        const entry = { ms, run };
        waiting.push(entry);
        return () => void waiting.splice(waiting.indexOf(entry) >>> 0, 1);
      },
    },
    onUp: () => heard.push('up'),
    onLine: (text) => heard.push(text),
    onDown: () => heard.push('down'),
  });
  onTestFinished(() => line.close());
  line.open();
  /** How often it was down until now, and how long it waits after that. */
  const waits = async (downs: number) => {
    await expect.poll(() => heard.filter((text) => text === 'down').length).toBe(downs);
    return waiting.map(({ ms }) => ms);
  };
  const next = () => waiting.shift()?.run();
  return { waits, next, waiting, heard };
}

test('[TS10] a line that is cut as soon as it is there is tried less and less often', async () => {
  const { waits, next } = await lineTo((socket) => socket.destroy());
  const all: number[] = [];
  for (let downs = 1; downs <= 8; downs++) {
    all.push(...(await waits(downs)));
    next();
  }
  expect(all).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('[TS10] one that has lasted is tried again at once', async () => {
  const sockets: Socket[] = [];
  let isCut = true;
  const { waits, next, waiting, heard } = await lineTo((socket) => {
    sockets.push(socket);
    if (isCut) socket.destroy();
  });
  for (let downs = 1; downs <= 3; downs++) {
    await waits(downs);
    isCut = downs < 3;
    next();
  }
  await expect.poll(() => heard.at(-1)).toBe('up');
  await expect.poll(() => waiting.map(({ ms }) => ms)).toEqual([30_000]);
  next();
  await expect.poll(() => sockets.length).toBe(4);
  sockets.at(-1)?.destroy();
  expect(await waits(4)).toEqual([500]);
});
