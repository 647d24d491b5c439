import type { Attack } from './attack.ts';
import * as memory from './memory.ts';
import { floodingPushes } from './pushes.ts';
import * as work from './work.ts';

/** Plays one attack from a process of its own, so that whoever watches is not busy with it. */
const [name = '', port = '', share = '1'] = process.argv.slice(2);
const attacks: Readonly<Record<string, Attack>> = { ...memory, ...work, floodingPushes };
const attack = attacks[name];
if (!attack)
  throw new Error(`no attack is called ${name}; there are ${Object.keys(attacks).join(', ')}`);

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds));

async function figure(metric: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const lines = (await answer.text()).split('\n');
  return Number(lines.find((line) => line.startsWith(`${metric} `))?.slice(metric.length));
}

await attack.run({
  port: Number(port),
  scale: (count) => Math.ceil(count * Number(share)),
  async read() {
    for (let before = -1, same = 0; same < 3; await pause(200)) {
      const now = await figure('hookline_held_bytes');
      same = now === before ? same + 1 : 0;
      before = now;
    }
  },
  async settled() {
    while ((await figure('hookline_archive_waiting_records')) > 0) await pause(100);
  },
});
// Connections that the service has not closed would keep it from ending.
process.exit();
