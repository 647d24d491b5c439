import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { CDPSession, Page } from 'playwright-core';
import { launchBrowser } from '../e2e/support/browser.ts';
import { leaveNothingBehind } from '../scripts/leave-nothing-behind.ts';

/** What the page has to keep to. */
const MOST_MILLISECONDS = 50;

const isQuick = process.argv.includes('--quick');
const SAMPLES = isQuick ? 100 : 500;
const EVENTS = isQuick ? 2000 : 10_000;
const FIRST_LOOK = 1000;
const HELD = 50;
const MOST_BESIDE = 1.3;
/** A busy morning: so many events at so many a second, while somebody reads one of them. */
const READ_EVENTS = isQuick ? 400 : 2400;
const READ_PER_SECOND = 20;

const root = join(import.meta.dirname, '..');
const folder = leaveNothingBehind('hookline-home-');
execFileSync('sh', ['scripts/install-debian.sh', 'chromium:chromium'], {
  cwd: root,
  stdio: 'inherit',
});

const now = () => performance.timeOrigin + performance.now();
const pause = (milliseconds: number) => new Promise((done) => setTimeout(done, milliseconds));

const server = spawn(process.execPath, ['packages/server/dist/main.mjs'], {
  cwd: root,
  env: {
    ...process.env,
    APP_SERVER_PORT: '0',
    APP_ARCHIVE_URL: `sqlite:${folder}/hookline.db`,
    APP_ARCHIVE_SPOOL_DIR: `${folder}/spool`,
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});

async function serverUrl(): Promise<string> {
  for await (const line of createInterface({ input: server.stdout })) {
    const [, url] = /listens on (\S+)/.exec(line) ?? [];
    if (url) {
      server.stdout.resume();
      return url;
    }
  }
  throw new Error('the server did not start');
}

/** A job as a foreign system reports it. */
const job = (reference: string) =>
  JSON.stringify({
    auftragsnummer: reference,
    status: 'zugeteilt',
    abholung: { name: 'Bäckerei Krumenglück', telefon: '030 23125-101', strasse: 'Ahornzeile 4' },
    zustellung: { name: 'Kranich-Apotheke', telefon: '030 23125-109', strasse: 'Kranichallee 55' },
    kurier: { name: 'Berta Flink', mobil: '0171 39200-11' },
  });

async function post(url: string, reference: string): Promise<void> {
  const answer = await fetch(`${url}/api/webhook/jobs`, { method: 'POST', body: job(reference) });
  if (answer.status !== 202) throw new Error(`the server answered ${answer.status}`);
  await answer.arrayBuffer();
}

/** How far the page's clock is ahead, by the quickest of several questions. */
async function clockAhead(page: Page): Promise<{ ahead: number; error: number }> {
  let best = { ahead: 0, error: Number.POSITIVE_INFINITY };
  for (let i = 0; i < 50; i++) {
    const asked = now();
    const there = await page.evaluate(() => performance.timeOrigin + performance.now());
    const error = (now() - asked) / 2;
    if (error < best.error) best = { ahead: there - asked - error, error };
  }
  return best;
}

/** When each webhook was there, by its reference. */
type Arrivals = Record<string, number>;

/** Notes when a row is in the page. */
function watchRows(): void {
  const seen: Record<string, number> = {};
  Object.assign(window, { rowsSeen: seen });
  new MutationObserver(() => {
    const at = performance.timeOrigin + performance.now();
    // On a busy machine two may be drawn together.
    const titles = [...document.querySelectorAll('[data-entry] bdi')].slice(0, 10);
    for (const { textContent } of titles) seen[textContent ?? ''] ??= at;
  }).observe(document.body, { childList: true, subtree: true });
}

/** The peer: notes when a bare EventSource has a message, and draws nothing. */
function watchStream(): Promise<void> {
  const seen: Record<string, number> = {};
  Object.assign(window, { streamSeen: seen });
  const stream = new EventSource('/api/webhook/events');
  stream.onmessage = ({ data }) => {
    const at = performance.timeOrigin + performance.now();
    seen[JSON.parse(data).payload.auftragsnummer] = at;
  };
  return new Promise((resolve) => stream.addEventListener('open', () => resolve()));
}

/** From right before the POST to the row being in the page, and to bare streams. */
async function latencies(page: Page, peer: Page, url: string) {
  const clocks = [await clockAhead(page), await clockAhead(peer)] as const;
  for (const { ahead, error } of clocks) {
    const say = `The page's clock is ${ahead.toFixed(2)} ms ahead, give or take ${error.toFixed(2)}.`;
    process.stdout.write(`${say}\n`);
  }
  await page.evaluate(watchRows);
  await page.evaluate(watchStream);
  await peer.evaluate(watchStream);
  const sent = new Map<string, number>();
  for (let i = 0; i < SAMPLES; i++) {
    const reference = `L-${i}`;
    sent.set(reference, now());
    await post(url, reference);
    // In no step with anything that happens at a fixed pace.
    await pause(60 + Math.random() * 60);
  }
  const taken = async (each: Page, name: string, { ahead }: { ahead: number }) => {
    const seen = await each.evaluate<Arrivals, string>(
      (kept) => (window as unknown as Record<string, Arrivals>)[kept] ?? {},
      name,
    );
    return Array.from(sent, ([reference, at]) => {
      const there = seen[reference];
      if (there === undefined) throw new Error(`${reference} never came`);
      return there - ahead - at;
    }).sort((x, y) => x - y);
  };
  return {
    rows: await taken(page, 'rowsSeen', clocks[0]),
    samePage: await taken(page, 'streamSeen', clocks[0]),
    otherPage: await taken(peer, 'streamSeen', clocks[1]),
  };
}

interface Memory {
  readonly heapKib: number;
  readonly nodes: number;
}

async function memory(session: CDPSession): Promise<Memory> {
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  const value = (name: string) => metrics.find((each) => each.name === name)?.value ?? Number.NaN;
  return { heapKib: value('JSHeapUsedSize') / 1024, nodes: value('Nodes') };
}

async function memories(page: Page, url: string): Promise<[Memory, Memory]> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.enable');
  await session.send('Performance.enable');
  const send = async (from: number, through: number) => {
    for (let n = from; n <= through; n++) await post(url, `M-${n}`);
    await page.getByRole('button', { name: `M-${through}`, exact: false }).waitFor();
    // Marks fade and the archive is asked again; what is still held after that is held for good.
    await pause(4000);
  };
  await send(1, FIRST_LOOK);
  const first = await memory(session);
  await send(FIRST_LOOK + 1, EVENTS);
  return [first, await memory(session)];
}

/** How far an unfolded row moves at most while events come in, in CSS pixels. */
async function movement(page: Page, url: string): Promise<number> {
  await post(url, 'R-0');
  const row = page.getByRole('button', { name: 'R-0', exact: false });
  await row.click();
  await page.evaluate(() => {
    const unfolded = document.querySelector('[aria-expanded="true"]');
    if (!unfolded) throw new Error('no row is unfolded');
    const place = unfolded.getBoundingClientRect().top;
    const watched = { furthest: 0 };
    Object.assign(window, { watched });
    const look = () => {
      const away = unfolded.isConnected
        ? Math.abs(unfolded.getBoundingClientRect().top - place)
        : Number.POSITIVE_INFINITY;
      watched.furthest = Math.max(watched.furthest, away);
      requestAnimationFrame(look);
    };
    look();
  });
  // As somebody who reads it has it: the pointer rests on the row.
  await row.hover();
  const began = now();
  for (let n = 1; n <= READ_EVENTS; n++) {
    await post(url, `R-${n}`);
    const due = began + (n * 1000) / READ_PER_SECOND;
    if (due > now()) await pause(due - now());
  }
  await pause(1000);
  return page.evaluate(
    () => (window as unknown as { watched: { furthest: number } }).watched.furthest,
  );
}

const browser = await launchBrowser();
try {
  const url = await serverUrl();
  const page = await browser.newPage({ locale: 'de-DE' });
  await page.goto(url);
  for (let n = 1; n <= HELD; n++) await post(url, `W-${n}`);
  await page.getByRole('button', { name: `W-${HELD}` }).waitFor();
  await pause(3000);

  const peer = await browser.newPage();
  await peer.goto(`${url}/docs`);
  const { rows, samePage, otherPage } = await latencies(page, peer, url);
  await peer.close();
  const quantile = (sorted: readonly number[], part: number) =>
    sorted[Math.floor(sorted.length * part)] ?? Number.NaN;
  const at = (sorted: readonly number[], part: number) => `${quantile(sorted, part).toFixed(1)} ms`;
  const beside = (peers: readonly number[]) =>
    `${(quantile(rows, 0.99) / quantile(peers, 0.99)).toFixed(2)} ×`;
  const [early, late] = await memories(page, url);
  const moved = await movement(page, url);
  const kib = (value: number) => `${value.toFixed(1)} KiB`;
  const lines = [
    ['from POST to the DOM, p50', at(rows, 0.5), ''],
    ['from POST to the DOM, p99', at(rows, 0.99), `${MOST_MILLISECONDS} ms`],
    ['the same to a bare EventSource in the same page, p50', at(samePage, 0.5), ''],
    ['the same to a bare EventSource in the same page, p99', at(samePage, 0.99), ''],
    ['p99 to the DOM beside that', beside(samePage), `${MOST_BESIDE} ×`],
    [
      'the same to a bare EventSource in a page without any other script, p50',
      at(otherPage, 0.5),
      '',
    ],
    [
      'the same to a bare EventSource in a page without any other script, p99',
      at(otherPage, 0.99),
      '',
    ],
    ['p99 to the DOM beside that', beside(otherPage), ''],
    [`heap after ${FIRST_LOOK} events`, kib(early.heapKib), ''],
    [`heap after ${EVENTS} events`, kib(late.heapKib), 'the same'],
    [`DOM nodes after ${FIRST_LOOK} events`, String(early.nodes), ''],
    [`DOM nodes after ${EVENTS} events`, String(late.nodes), 'the same'],
    [
      `an unfolded row moves, in ${READ_EVENTS} events at ${READ_PER_SECOND} a second`,
      `${moved} px`,
      '0 px',
    ],
  ];
  process.stdout.write(
    [`| ${SAMPLES} webhooks, ${HELD} events held | measured | at most |`, '|---|---|---|']
      .concat(lines.map((line) => `| ${line.join(' | ')} |`))
      .join('\n'),
  );
  process.stdout.write('\n');
} finally {
  await browser.close();
  server.kill('SIGTERM');
  await once(server, 'exit');
}
