import type { Accepted } from '@hookline/contract';
import type { PhoneOptions } from '@hookline/records/phone';
import type { Config } from '../../config/properties.ts';
import { timeZone } from '../../config/time-zone.ts';
import type { ArchivableEvent, Archive, ArchiveFigures, ArchiveListener } from '../archive.ts';
import { unavailable } from '../engine/archive-error.ts';
import type { JobSettings } from '../jobs/job-reports.ts';
import { CallsElsewhere } from './calls-elsewhere.ts';
import type { StreamPlace } from './feed-watch.ts';
import { ThreadArchive, type ThreadArchiveOptions } from './thread-archive.ts';

export function createArchive(
  config: Config,
  log: ThreadArchiveOptions['log'],
  now: () => number,
  newest: () => StreamPlace,
): Archive {
  const url = config['app.archive.url'];
  const servers = config['app.cluster.url'];
  if (url === 'off') return new NoArchive();
  return new ThreadArchive({
    url,
    spoolFolder: config['app.archive.spool-dir'],
    isJournalAwaited: config['app.archive.journal'],
    journalBytes: config['app.archive.journal-bytes'],
    phone: phoneOptions(config),
    jobs: jobSettings(config),
    retention: {
      events: config['app.archive.retention.events'],
      calls: config['app.archive.retention.calls'],
      jobs: config['app.archive.retention.jobs'],
      addresses: config['app.archive.retention.addresses'],
    },
    feed: servers && { servers, name: config['app.cluster.name'] },
    newest,
    log,
    now,
  });
}

export function phoneOptions(config: Config): PhoneOptions {
  return {
    country: config['app.phone.country'],
    areaCode: config['app.phone.area-code'],
    trunkPrefix: config['app.phone.trunk-prefix'],
  };
}

export function jobSettings(config: Config): JobSettings {
  return {
    referenceNames: config['app.jobs.reference-names'] ?? [],
    statusWords: config['app.jobs.status-words'] ?? {},
    timeZone: timeZone(config),
  };
}

const off = () => Promise.reject(unavailable('The archive is switched off.'));

/** Keeps nothing: events live in the history of the running backend only. */
export class NoArchive extends CallsElsewhere implements Archive {
  readonly description: string = 'off';
  readonly isHeldUp = false;
  claim(): void {}
  async open(): Promise<void> {}
  async start(): Promise<void> {}
  store(_event: ArchivableEvent): void {}
  reportAddresses(_json: Buffer): void {}
  reportCalls(_json: Buffer): void {}
  keepSources(): void {}
  async caughtUp(): Promise<void> {}
  async fedThrough(_instance: string): Promise<number> {
    return Number.POSITIVE_INFINITY;
  }
  listen(_listener: ArchiveListener): void {}
  async close(): Promise<void> {}
  override readonly eraseJournal = async () => {};
  override readonly suppressedElsewhere = async () => {};
  // Counted in memory alone.
  override readonly keptSources = async () => ({ sources: [], silences: [] });
  exportNumber = () => ({ [Symbol.asyncIterator]: () => ({ next: off }) });
  protected override readonly read = off;
  protected override readonly edit = off;

  whenKept(): boolean {
    return false;
  }

  async countReport(): Promise<Accepted> {
    return { accepted: 0, skipped: 0 };
  }

  troubles(): readonly string[] {
    return [];
  }

  rebuilding(): number | undefined {
    return undefined;
  }

  figures(): ArchiveFigures {
    return {
      queuedBytes: 0,
      journalBytes: 0,
      waiting: 0,
      waitingSeconds: 0,
      stored: 0,
      deadLetters: 0,
      dropped: 0,
      failures: 0,
    };
  }
}
