import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { ChangedKind } from '@hookline/contract';
import { NumberFinder, PhoneRules } from '@hookline/records/phone';
import { spareMemory } from '../../spare-memory.ts';
import { type ArchiveEditor, ArchiveError } from '../archive.ts';
import { emptyLog } from '../write/empty-log.ts';
import { eraseFromJournal, eraseNumber } from '../write/erase-number.ts';
import { errandsOf } from '../write/errands.ts';
import { Feeder } from '../write/feeder.ts';
import { keptSources } from '../write/kept-sources.ts';
import { checkFile } from '../write/open-archive.ts';
import {
  addressRereader,
  eventRereader,
  jobRereader,
  noteNewArchive,
  rereadAll,
} from '../write/reread.ts';
import { startRetention } from '../write/retention.ts';
import { suppress } from '../write/suppression.ts';
import type { Turn } from '../write/turn.ts';
import { Writer } from '../write/writer.ts';
import type { FromWriter, ToWriter, WriterData } from './messages.ts';
import { answer } from './replies.ts';

const port = parentPort;
if (!port) throw new Error('this file is the beginning of a thread');
const REREAD_AGAIN = 5000;
/** What is in the journal can wait, and browsers cannot: where both want the same core, they come first. */
const NICENESS = 5;
const { retention, feed, ...options } = workerData as WriterData;
const rules = new PhoneRules(options.phone);
const send = (message: FromWriter) => port.postMessage(message);
const changed = (kind: ChangedKind) => send({ type: 'changed', kinds: [kind] });

const writer = new Writer(options, {
  settled: (seq) => send({ type: 'settled', seq }),
  read: (name) => send({ type: 'read', name }),
  stored: (records) => send({ type: 'stored', records }),
  setAside: (records) => send({ type: 'set-aside', records }),
  changed: (kinds) => send({ type: 'changed', kinds }),
  trouble: (text) => send({ type: 'trouble', text }),
  failed: (message) => send({ type: 'failed', message }),
  async opened(context) {
    await noteNewArchive(context, rereaders);
    send({ type: 'opened' });
    void reread();
  },
  suppressed: (keys) => send({ type: 'suppressed', keys }),
  notice: (text) => send({ type: 'notice', text }),
  upgrading: (step) => send({ type: 'upgrading', step }),
  replaced: (news) => send({ type: 'replaced', ...news }),
});
const turn: Turn = (work) => writer.errand(work);
const quietTurn: Turn = (work) => writer.background(work);
// Addresses first: there are fewer of them, and somebody may be calling. Events last, for they are
// the most, and all that is missing until then is some spellings in their search.
const rereaders = [addressRereader, jobRereader(retention), eventRereader];
let rereading: Promise<void> | undefined;

/** After every opening: it may be another database than before. */
function reread(): Promise<void> {
  const events = {
    progress: (percent: number | undefined) => send({ type: 'rereading', percent }),
    changed,
  };
  rereading ??= rereadAll(quietTurn, rereaders, events)
    // The database is away; what is left is done when it is back.
    .catch(() => void setTimeout(reread, REREAD_AGAIN).unref())
    .finally(() => {
      rereading = undefined;
    });
  return rereading;
}

const feeder =
  feed &&
  new Feeder({
    url: options.url,
    // Loaded only where there is a stream to be read.
    async open() {
      const { FeedSource } = await import('../../cluster/feed-source.ts');
      return FeedSource.open(feed.servers, feed.name);
    },
    turn,
    store: (batch) => writer.feed(batch),
    tell: (figures) => send({ type: 'fed', figures }),
    trouble: (text) => send({ type: 'feed-trouble', text }),
  });
void feeder?.run();

// Of several nodes the one that feeds: all of them would only be in each other's way.
const isOurs = () => feeder === undefined || feeder.isFeeding;
const stopRetention = startRetention(turn, retention, changed, isOurs);

const editor: ArchiveEditor = {
  changeAddress: (id, change) =>
    turn((context) => errandsOf(context, changed).changeAddress(id, change)),
  deleteAddress: (id) => turn((context) => errandsOf(context, changed).deleteAddress(id)),
  changeCall: (id, change) => turn((context) => errandsOf(context, changed).changeCall(id, change)),
  changeJob: (name, change) =>
    turn((context) => errandsOf(context, changed).changeJob(name, change)),
  keptSources: () => turn(({ store }) => keptSources(store.db)),
  async eraseJournal(number) {
    await eraseFromJournal(turn, new NumberFinder(keysOf(number), rules));
  },
  suppressedElsewhere: () => turn(({ store, suppression }) => suppression.load(store)),
  async eraseNumber(number, isForGood) {
    const keys = keysOf(number);
    if (isForGood) await turn((context) => suppress(context, keys));
    const counts = await eraseNumber(turn, new NumberFinder(keys, rules), keys);
    await emptyLog(turn);
    for (const kind of ['addresses', 'calls', 'jobs'] as const) if (counts[kind] > 0) changed(kind);
    return counts;
  },
};

function keysOf(number: string): string[] {
  const { key, aliases } = rules.read(number);
  const keys = [key, ...aliases.map((alias) => alias.key)].filter((each) => each !== null);
  if (keys.length === 0) throw new ArchiveError('no_number', 'This is not a phone number.');
  return keys;
}

port.on('message', (message: ToWriter) => {
  switch (message.type) {
    case 'batch':
      writer.add(message.packed);
      break;
    case 'file':
      writer.expect(message);
      break;
    case 'call': {
      const method = editor[message.name] as (...parameters: unknown[]) => Promise<unknown>;
      void answer(message.id, () => method(...message.parameters), send);
      break;
    }
    case 'check':
      // What it throws is what the writer acts on.
      turn(checkFile).catch(() => {});
      break;
    case 'close':
      stopRetention();
      feeder?.close();
      void writer.close();
  }
});

/** Of this thread; on other systems than Linux it would be that of the whole process. */
function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(NICENESS);
  } catch {
    // A sandbox may forbid it: then both get the same.
  }
}

giveWay();
send({ type: 'started' });
spareMemory();
await writer.run();
// A connection to a server that hangs would keep the thread from ending by itself.
process.exit();
