import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { MAX_BYTES } from './cases/body.ts';
import { CREDENTIALS } from './cases/credentials.ts';

/** Its page is attacked, too. @needs build */
const SOURCES = `${import.meta.dirname}/../packages/server/src/main.ts`;
const TIMEOUT = 300_000;
/** What the service holds for streams that lag behind (ST6). */
const LOG_BYTES = 8 * 1024 * 1024;

const CLOSED = [
  `--app.access.password=${CREDENTIALS.hash}`,
  `--app.access.token=${CREDENTIALS.reader}`,
  `--app.webhook.token=${CREDENTIALS.sender}`,
  `--app.webhook.secret.kuriere=${CREDENTIALS.secret}`,
  '--app.webhook.rate-limit=100000/s',
];
const HEADERS = {
  authorization: `Bearer ${CREDENTIALS.reader}`,
  'x-webhook-token': CREDENTIALS.sender,
};

export type Doors = 'open' | 'closed';

export interface Memory {
  /** MiB that JavaScript holds, and MiB of the process. */
  readonly held: number;
  readonly resident: number;
}

/** The service as a process of its own, with the telephony mock and an archive on SQLite. */
export class Victim {
  readonly port: number;
  /** Lines of the log that tell of a defect. */
  readonly defects: string[] = [];
  /** What it printed last besides its log. */
  lastWords: readonly string[] = [];
  readonly #child: ChildProcess;
  readonly #inspector: string;
  readonly #folder: string;
  #names: ReadonlyMap<string, string | undefined> = new Map();

  private constructor(child: ChildProcess, port: number, inspector: string, folder: string) {
    this.#child = child;
    this.port = port;
    this.#inspector = inspector;
    this.#folder = folder;
  }

  /** With closed doors: login, tokens, signatures and limits are all switched on. */
  static async start(doors: Doors, program = SOURCES): Promise<Victim> {
    const folder = mkdtempSync(join(tmpdir(), 'hookline-fuzz-'));
    const child = spawn(
      process.execPath,
      [
        // Only to ask for a garbage collection, so that what counts is memory that is still held.
        '--inspect=127.0.0.1:0',
        program,
        '--profile=mock',
        '--app.server.port=0',
        `--app.webhook.max-bytes=${MAX_BYTES}`,
        `--app.archive.url=sqlite:${folder}/hookline.db`,
        `--app.archive.spool-dir=${folder}/spool`,
        `--app.access.ended-sessions=${folder}/ended-sessions`,
        ...(doors === 'closed' ? CLOSED : []),
      ],
      { stdio: ['ignore', 'pipe', 'pipe'] },
    );
    const found = { port: '', inspector: '' };
    const lastWords: string[] = [];
    let victim: Victim | undefined;
    const { promise, resolve, reject } = Promise.withResolvers<Victim>();
    const isThere = () => {
      if (victim || found.port === '' || found.inspector === '') return;
      victim = new Victim(child, Number(found.port), found.inspector, folder);
      victim.lastWords = lastWords;
      resolve(victim);
    };
    createInterface({ input: child.stderr }).on('line', (line) => {
      lastWords.push(line);
      if (lastWords.length > 20) lastWords.shift();
      found.inspector ||= /listening on (ws:\S+)/.exec(line)?.[1] ?? '';
      isThere();
    });
    createInterface({ input: child.stdout }).on('line', (line) => {
      found.port ||= /Hookline listens on http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1] ?? '';
      isThere();
      if (/"level":"(error|fatal)"/.test(line)) victim?.defects.push(line);
    });
    child.once('exit', (code) => reject(new Error(`the service ended at once with ${code}`)));
    return promise;
  }

  #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`http://127.0.0.1:${this.port}${path}`, { ...init, headers: HEADERS });
  }

  get isRunning(): boolean {
    return this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Fills the log of events, which then grows no more. */
  async fillLog(): Promise<void> {
    const body = JSON.stringify('x'.repeat(MAX_BYTES / 2));
    const posts = LOG_BYTES / body.length;
    const post = async () => {
      const answer = await this.#fetch('/api/webhook', { method: 'POST', body });
      await answer.arrayBuffer();
    };
    for (let sent = 0; sent < posts; sent += 20) {
      await Promise.all(Array.from({ length: 20 }, post));
    }
  }

  /** Sees to it that something of each kind is there, and learns what it is called. */
  async prepare(): Promise<void> {
    const send = (path: string, body: unknown) =>
      this.#fetch(path, { method: 'POST', body: JSON.stringify(body) });
    await send('/api/addresses', { number: '030 23125 199', name: 'Adam Riese' });
    await send('/api/calls', { callId: 'prepared', number: '030 23125 199', state: 'ringing' });
    await send('/api/webhook/jobs', { reference: 'A-1', status: 'open' });
    const call = (await (await send('/api/mock/calls', { from: '030 23125 199' })).json()) as {
      callId?: string;
    };
    const first = async (path: string) => {
      const list = (await (await this.#fetch(path)).json()) as { items?: { id: string }[] };
      return list.items?.[0]?.id;
    };
    this.#names = new Map([
      ['~address~', await first('/api/addresses?limit=1')],
      ['~call~', await first('/api/calls?limit=1')],
      ['~mock-call~', call.callId],
    ]);
  }

  /** With the names of what is there. */
  named(piece: Buffer): Buffer {
    if (!piece.includes('~')) return piece;
    const text = piece.toString('latin1');
    return Buffer.from(
      text.replace(/~[a-z-]+~/g, (mark) => this.#names.get(mark) ?? mark),
      'latin1',
    );
  }

  /** Is it still there for honest clients? */
  async isWell(): Promise<boolean> {
    if (!this.isRunning) return false;
    const signal = AbortSignal.timeout(TIMEOUT);
    try {
      const health = await this.#fetch('/healthz', { signal });
      const post = await this.#fetch('/api/webhook', { method: 'POST', body: '1', signal });
      return health.status === 200 && post.status === 202;
    } catch {
      return false;
    }
  }

  async memory(): Promise<Memory> {
    await this.#collectGarbage();
    const text = await (await this.#fetch('/metrics')).text();
    const figure = (name: string) =>
      Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / 1024 / 1024;
    return {
      held: figure('nodejs_heap_size_used_bytes') + figure('nodejs_external_memory_bytes'),
      resident: figure('process_resident_memory_bytes'),
    };
  }

  async stop(): Promise<void> {
    if (this.isRunning) {
      const ended = once(this.#child, 'exit');
      this.#child.kill('SIGTERM');
      await ended;
    }
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #collectGarbage(): Promise<void> {
    const inspector = new WebSocket(this.#inspector);
    await once(inspector, 'open');
    const answered = once(inspector, 'message');
    inspector.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
    await answered;
    inspector.close();
  }
}
