import { setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import type { ChangedKind } from '@hookline/contract';
import { PhoneRules } from '@hookline/records/phone';
import { spareMemory } from '../../spare-memory.ts';
import { addressEditor } from '../addresses/change-address.ts';
import type { ArchiveEditor } from '../archive.ts';
import { callEditor } from '../calls/change-call.ts';
import { checkFile } from '../engine/store/open-archive.ts';
import type { Turn } from '../engine/store/transaction.ts';
import { keptSources } from '../events/kept-sources.ts';
import { jobEditor } from '../jobs/change-job.ts';
import { mappingEditor } from '../mappings/change-mapping.ts';
import { privacyEditor } from '../privacy/erase-number.ts';
import { startRetention } from '../privacy/retention.ts';
import type { WriterContext } from '../privacy/writer-context.ts';
import { Feeder } from './feeder.ts';
import type { FromWriter, ToWriter, WriterData } from './messages.ts';
import {
  addressRebuilder,
  eventRebuilder,
  jobRebuilder,
  noteNewArchive,
  rebuildAll,
  rebuildSenders,
} from './rebuild.ts';
import { answer } from './replies.ts';
import { Writer } from './writer.ts';

const port = parentPort;
if (!port) throw new Error('this file is the beginning of a thread');
const REBUILD_AGAIN = 5000;
/**
 * What is in the journal can wait, and browsers cannot: where both want the same core, they come
 * first. On one core of a small ARM machine that takes all it can get, storing is done half a second
 * after the last webhook; with 10 a second after, with 5 a tenth.
 */
const NICENESS = 8;
const { retention, feed, ...options } = workerData as WriterData;
const rules = new PhoneRules(options.phone);
const send = (message: FromWriter) => port.postMessage(message);
const changed = (kind: ChangedKind) => send({ type: 'changed', kinds: [kind] });

const writer = new Writer(options, {
  send,
  async opened(context) {
    await noteNewArchive(context, rebuilders);
    send({ type: 'opened' });
    void rebuild();
  },
});
const turn: Turn<WriterContext> = (work) => writer.command(work);
const quietTurn: Turn<WriterContext> = (work) => writer.background(work);
// Addresses first: there are fewer of them, and somebody may be calling. Events last, for they are
// the most, and all that is missing until then is some spellings in their search.
const rebuilders = [addressRebuilder, jobRebuilder(retention), eventRebuilder];
let rebuilding: Promise<void> | undefined;

/** After every opening: it may be another database than before. */
function rebuild(): Promise<void> {
  const events = {
    progress: (percent: number | undefined) => send({ type: 'rebuilding', percent }),
    changed,
  };
  rebuilding ??= rebuildAll(quietTurn, rebuilders, events)
    .then(() => rebuildSenders(quietTurn, retention, changed))
    // The database is away; what is left is done when it is back.
    .catch(() => void setTimeout(rebuild, REBUILD_AGAIN).unref())
    .finally(() => {
      rebuilding = undefined;
    });
  return rebuilding;
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

const editing = { turn, changed, now: Date.now };
const editor: ArchiveEditor = {
  ...addressEditor(editing),
  ...callEditor(editing),
  ...jobEditor(editing),
  ...privacyEditor(editing, rules),
  // What is being read anew already is looked for again at its end.
  ...mappingEditor(editing, () => void (rebuilding ? rebuilding.then(rebuild) : rebuild())),
  keptSources: () => turn(({ store }) => keptSources(store.db)),
};

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
