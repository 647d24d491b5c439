import { afterAll, expect, test } from 'vitest';
import { rowsOf } from '../../e2e/support/archive.ts';
import { idsOf, keyIn, Reader, Senders, tally } from './hopping.ts';
import { Lab, MACHINES, NODES, urlOf } from './lab.ts';

const SENDERS = 6;
/** So many that some ask the node that was cut off in the two seconds before it has a leader again. */
const READERS = 10;
/** Of them, those that say which epoch their last id is from. */
const NAMING = 4;
/** A fault lasts for so many events, of six a second: longer than anybody needs to notice it. */
const LASTS = 120;
const ROUNDS = [1, 2, 3];
const HOUR = 3_600_000;
const TO_2099 = Date.UTC(2099) - Date.now();

/** The servers (2.10.27) have lost the stream when they are restarted: ids begin anew, and are no measure. */
const ALL_FULL = 'the disks of all NATS servers are full';
const STORING = `select client_addr::text as machine from pg_stat_activity where state = 'idle in transaction'`;

/** What was seen of a fault. */
interface Figures {
  readonly accepted: number;
  readonly lost: number;
  readonly doubled: number;
  readonly disordered: number;
  readonly missed: number;
  /** In seconds. */
  readonly intake: string;
  readonly readers: string;
}

/** Answers how it ends, if what comes then is a matter of its own. */
type Fault = (lab: Lab, senders: Senders) => Promise<(() => void) | undefined>;

const cutOff =
  (which: (leader: number) => number): Fault =>
  async (lab, senders) => {
    const machine = which(await lab.leader());
    lab.cut(machine);
    await senders.more(LASTS);
    // Who comes back has called for so many elections that whoever leads steps down.
    return () => lab.heal(machine);
  };

/** As if its clock were ahead, in every thread. */
function clockAhead(by: number): Record<string, string> {
  const preload = `const { now } = Date;
    Date.now = () => now() + ${by};
    globalThis.Date = new Proxy(Date, {
      construct: (target, given) => Reflect.construct(target, given.length ? given : [target.now()]),
    });`;
  return { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` };
}

/** Ahead by so much: what it takes has its time, and nothing else does, then or later. */
const clockIsAhead =
  (by: number): Fault =>
  async (lab, senders) => {
    await lab.endNode(1, 'SIGTERM');
    await lab.startNode(1, clockAhead(by));
    const [wrong = '', right] = NODES.map(urlOf);
    const takenAt = (node: string | undefined) =>
      [...senders.takenBy]
        .filter(([, url]) => url === node)
        .map(([key]) => Date.parse(senders.accepted.get(key)?.receivedAt ?? ''));
    const isAhead = (time: number) => time > Date.now() + by / 2;
    await expect.poll(() => takenAt(wrong).filter(isAhead).length).toBeGreaterThan(LASTS / 4);
    await expect
      .poll(async () => (await fetch(`${right}/readyz`)).text())
      .toMatch(/the clock of node \S+ is \d+\.\d s off/);
    await lab.endNode(1, 'SIGTERM');
    await lab.startNode(1);
    const before = takenAt(wrong).length;
    await expect.poll(() => takenAt(wrong).length).toBeGreaterThan(before + LASTS / 4);
    expect(
      takenAt(wrong)
        .slice(before + SENDERS)
        .filter(isAhead),
    ).toEqual([]);
    expect(takenAt(right).filter(isAhead)).toEqual([]);
  };

const FAULTS: Readonly<Record<string, Fault>> = {
  'a node is killed': async (lab, senders) => {
    await lab.endNode(1, 'SIGKILL');
    await senders.more(LASTS);
    await lab.startNode(1);
  },
  'a node is stopped in order': async (lab, senders) => {
    await lab.endNode(1, 'SIGTERM');
    await senders.more(LASTS);
    await lab.startNode(1);
  },
  'a node freezes': async (lab, senders) => {
    lab.node(1).child.kill('SIGSTOP');
    await senders.more(LASTS);
    lab.node(1).child.kill('SIGCONT');
  },
  'a node that does not lead is cut off': cutOff(() => 1),
  'the machine of the leader is cut off': cutOff((leader) => leader),
  'the machine without a node is cut off': async (lab, senders) => {
    await lab.letLead(2);
    return cutOff(() => 3)(lab, senders);
  },
  'the leader is cut off, ten times': async (lab, senders) => {
    for (let n = 0; n < 10; n++) {
      (await cutOff((leader) => leader)(lab, senders))?.();
      await senders.more(LASTS / 6);
    }
  },
  'a machine is cut off while it stores': async (lab, senders) => {
    await lab.beginStoring(1);
    const storing = async () =>
      (await rowsOf(lab.postgres.url, STORING)).filter(({ machine }) => machine === '10.9.8.1/32');
    expect(await storing()).not.toEqual([]);
    lab.cut(1);
    await expect.poll(storing).toEqual([]);
    await senders.more(LASTS / 3);
    lab.heal(1);
  },
  'the line of the leader goes down': async (lab, senders) => {
    const machine = await lab.leader();
    lab.unplug(machine);
    await senders.more(LASTS);
    return () => lab.plugIn(machine);
  },
  'PostgreSQL crashes': async (lab, senders) => {
    lab.postgres.stop();
    await senders.more(LASTS);
    lab.postgres.start();
  },
  'the disk of a NATS server is full': async (lab, senders) => {
    const machine = await lab.leader();
    lab.fillDisk(machine);
    await senders.more(LASTS);
    lab.makeRoom(machine);
    await lab.restartServer(machine);
  },
  [ALL_FULL]: async (lab, senders) => {
    for (const machine of MACHINES) lab.fillDisk(machine);
    // A server without room does not say so any more: it switches JetStream off.
    const off = 'JetStream is switched off, as a NATS server does by itself when its disk is full';
    await expect.poll(() => [...senders.refusals].join('\n')).toContain(`503 ${off}`);
    // One that wrote nothing after the others were gone has not seen that its disk is full.
    await Promise.any(NODES.map((n) => lab.node(n).line(new RegExp(off))));
    const readyz = async (n: number) => (await fetch(`${urlOf(n)}/readyz`)).text();
    await expect.poll(async () => (await Promise.all(NODES.map(readyz))).join()).toContain(off);
    for (const machine of MACHINES) lab.makeRoom(machine);
    await lab.restartServers();
    for (const n of NODES) await lab.node(n).line(/JetStream is there/);
  },
  'a number is erased during a partition': async (lab, senders) => {
    const [cut = '', other = ''] = NODES.map(urlOf);
    const [NUMBER, ANOTHER] = ['+49 30 901820', '+49 30 901999'];
    const ask = (url: string, path: string, body: object) =>
      fetch(url + path, { method: 'POST', body: JSON.stringify(body) });
    const held = async (url: string, number: string) =>
      JSON.stringify(await (await ask(url, '/api/privacy/export', { number })).json());
    await ask(other, '/api/webhook/kunden', { name: 'Ada', telefon: NUMBER });
    await expect.poll(() => held(other, NUMBER)).toContain('Ada');
    lab.cut(1);
    for (const number of [NUMBER, ANOTHER]) {
      expect((await ask(cut, '/api/addresses', { number, name: 'Ada' })).status).toBe(202);
    }
    const erase = async () => {
      const began = performance.now();
      const answer = await ask(other, '/api/privacy/erase', { number: NUMBER });
      const { missing, detail } = await answer.json();
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      process.stdout.write(`erased: ${answer.status} after ${seconds} s: ${detail ?? missing}\n`);
      if (answer.ok) return missing;
      expect(answer.status).toBe(503);
      expect(detail).toMatch(/ erased/);
      return [];
    };
    await expect.poll(erase).toEqual([expect.stringContaining(':8080')]);
    await senders.more(LASTS);
    lab.heal(1);
    await expect.poll(() => held(other, ANOTHER)).toContain('Ada');
    for (const url of [cut, other]) {
      expect(await held(url, NUMBER)).not.toContain('Ada');
      const history = async () => (await fetch(`${url}/api/webhook/history`)).text();
      await expect.poll(history).not.toContain('901820');
    }
  },
  'the clock of a node is an hour ahead': clockIsAhead(HOUR),
  'the clock of a node is in 2099': clockIsAhead(TO_2099),
};

const found = new Map<string, Figures[]>();

test.each(ROUNDS.flatMap((round) => Object.keys(FAULTS).map((name) => ({ round, name }))))(
  '[CM3] [CM5] $name, round $round: nothing lost, doubled or out of order',
  async ({ name, round }) => {
    const lab = new Lab();
    await lab.start();
    // A cut of the first machine never means an election; of the one that leads, with a node or without.
    await lab.letLead(2 + (round % 2));
    const urls = NODES.map(urlOf);
    const senders = new Senders(urls, SENDERS);
    const readers = Array.from({ length: READERS }, (_, n) => new Reader(urls, n < NAMING, n));
    await senders.more(LASTS / 6);
    const forget = () => {
      for (const each of [senders, ...readers]) each.longestPause = 0;
    };
    forget();
    const end = await FAULTS[name]?.(lab, senders);
    const meanwhile = end && [seconds(senders), seconds(...readers)];
    if (end) forget();
    end?.();
    await senders.more(LASTS / 3);
    if (name === ALL_FULL) return isArchivedAcross(lab, senders, readers);
    const { lost, doubled, disordered } = await tally(senders, readers);
    const figures = {
      accepted: senders.accepted.size,
      lost,
      doubled,
      disordered,
      missed: Math.max(...readers.map(({ missed }) => missed.size)),
      intake: [meanwhile?.[0] ?? [], seconds(senders)].flat().join(', then '),
      readers: [meanwhile?.[1] ?? [], seconds(...readers)].flat().join(', then '),
    };
    found.set(name, [...(found.get(name) ?? []), figures]);
    process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`);
    const again = readers.flatMap((reader) => reader.doubled).join('\n');
    expect(figures, again).toMatchObject({ lost: 0, doubled: 0, disordered: 0 });
    await isArchived(lab, senders);
  },
);

function seconds(...all: readonly { readonly longestPause: number }[]): string {
  return (Math.max(...all.map(({ longestPause }) => longestPause)) / 1000).toFixed(1);
}

/** Each once, and with the time that its sender was told. */
async function isArchived({ postgres }: Lab, senders: Senders): Promise<void> {
  const rows = () => rowsOf(postgres.url, 'select event_id, received_at from events');
  const told = [...senders.accepted.values()].toSorted((a, b) => a.id - b.id);
  await expect
    .poll(async () => (await rows()).length)
    .toBeGreaterThanOrEqual(new Set(idsOf(senders)).size);
  const stored = (await rows()).map((row) => [Number(row['event_id']), row['received_at']]);
  expect(stored.toSorted(([a], [b]) => Number(a) - Number(b))).toEqual(
    told.map(({ id, receivedAt }) => [id, receivedAt]),
  );
}

/** Each once, by its key; readers are told that it is another epoch, and do not get all of the one before. */
async function isArchivedAcross(
  { postgres }: Lab,
  senders: Senders,
  readers: readonly Reader[],
): Promise<void> {
  await senders.stop();
  const keys = [...senders.accepted.keys()].toSorted();
  const stored = async () => {
    const rows = await rowsOf(postgres.url, 'select payload from events');
    return rows.map(({ payload }) => keyIn(String(payload))).toSorted();
  };
  await expect.poll(stored).toEqual(keys);
  const last = [...senders.accepted.keys()].at(-1) ?? '';
  for (const one of readers) await expect.poll(() => one.keys.has(last)).toBe(true);
  const unseen = readers.map((one) => keys.filter((key) => !one.keys.has(key)).length);
  process.stdout.write(
    `${ALL_FULL}: accepted ${keys.length}, not seen by those with instance ${unseen.slice(0, NAMING)}, by others ${unseen.slice(NAMING)}\n`,
  );
}

afterAll(() => {
  const list = (all: readonly Figures[], of: keyof Figures) =>
    all.map((each) => each[of]).join(', ');
  const rows = [...found].map(
    ([name, all]) =>
      `| ${name} | ${(['accepted', 'lost', 'doubled', 'disordered', 'missed', 'intake', 'readers'] as const).map((of) => list(all, of)).join(' | ')} |\n`,
  );
  process.stdout.write(
    `\n| | accepted | lost | doubled | out of order | missed, and told so | longest pause of intake, s | of readers, s |\n|---|--:|--:|--:|--:|--:|--:|--:|\n${rows.join('')}`,
  );
});
