import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { NumberFinder, PhoneRules } from '@hookline/records/phone';
import { Glance } from '../read/glance.ts';
import type { Place } from '../read/page.ts';
import { openStore } from '../store/store.ts';
import type { GlanceData, ToGlance } from './glancing.ts';
import type { Reply } from './messages.ts';
import { answer } from './replies.ts';

const port = parentPort;
if (!port) throw new Error('this file is the beginning of a thread');
const { url, phone, keys } = workerData as GlanceData;
const finder = new NumberFinder(keys, new PhoneRules(phone));
const { db } = openStore(url, 'read');
// On a machine with two cores it would take the relay's. Only Linux has priorities of threads;
// elsewhere this would be the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

async function look({ table, stretch }: ToGlance): Promise<readonly Place[]> {
  const glance = new Glance(table, finder, keys, stretch);
  const places: Place[] = [];
  for (;;) {
    const found = await glance.next(db);
    if (!found) return places;
    places.push(...found);
  }
}

port.on('message', (message: ToGlance) => {
  const send = (reply: Reply) => port.postMessage(reply);
  void answer(message.id, () => look(message), send);
});
