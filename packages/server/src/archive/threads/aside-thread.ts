import { constants, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { parsedJson } from '@hookline/records';
import { NumberFinder, PhoneRules } from '@hookline/records/phone';
import { countAddresses } from '../addresses/address-reports.ts';
import { countCalls } from '../calls/call-reports.ts';
import { erased } from '../privacy/erase-in-json.ts';
import type { AsideCalls, ToAside } from './aside.ts';
import { answer } from './replies.ts';

const port = parentPort;
if (!port) throw new Error('this file is the beginning of a thread');
// On a machine with two cores it would take the relay's. Only Linux has priorities of threads;
// elsewhere this would be the whole process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

const calls: AsideCalls = {
  addresses: (json) => countAddresses(parsedJson(json)),
  calls: (json) => countCalls(parsedJson(json)),
  erased: (json, keys, phone) => erased(json, new NumberFinder(keys, new PhoneRules(phone))),
};

port.on('message', ({ id, name, parameters }: ToAside) => {
  const call = calls[name] as (...parameters: unknown[]) => unknown;
  void answer(
    id,
    async () => call(...parameters),
    (reply) => port.postMessage(reply),
  );
});
