import type { Accepted } from '@hookline/contract';
import type { ArchivableEvent, Archive, ArchiveFigures, ArchiveListener } from '../archive.ts';
import { ArchiveError } from '../engine/archive-error.ts';
import { CallsElsewhere } from './calls-elsewhere.ts';

const off = () => Promise.reject(new ArchiveError('unavailable', 'The archive is switched off.'));

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
      setAside: 0,
      dropped: 0,
      failures: 0,
    };
  }
}
