import type { Accepted, ChangedKind } from '@hookline/contract';
import type {
  ArchivableEvent,
  Archive,
  ArchiveListener,
  ReportKind,
} from '../../src/archive/archive.ts';
import { NoArchive } from '../../src/archive/threads/create-archive.ts';

type Answers = Partial<Omit<Archive, 'store' | 'listen' | 'close' | 'troubles' | 'rebuilding'>>;

/** Stands in for the archive in route tests, so that they run without a database. */
export class ArchiveDouble extends NoArchive {
  override readonly description: string = 'double';
  readonly stored: { id: number; channel: string | null; payload: string }[] = [];
  /** Who sent each of those. */
  readonly senders: (string | null)[] = [];
  readonly reports: { kind: ReportKind; json: string }[] = [];
  trouble: string | undefined;
  rebuild: number | undefined;
  closed = false;
  readonly #listeners: ArchiveListener[] = [];

  /** With what a test wants it to answer. */
  static with(answers: Answers): ArchiveDouble & Archive {
    return Object.assign(new ArchiveDouble(), answers);
  }

  override store(event: ArchivableEvent): void {
    const { id, channel, payload } = event;
    this.stored.push({ id, channel, payload: payload.toString() });
    this.senders.push(event.sender ?? null);
  }

  override reportAddresses(json: Buffer): void {
    this.reports.push({ kind: 'addresses', json: json.toString() });
  }

  override reportCalls(json: Buffer): void {
    this.reports.push({ kind: 'calls', json: json.toString() });
  }

  override async countReport(): Promise<Accepted> {
    return { accepted: 1, skipped: 0 };
  }

  override troubles(): string[] {
    return this.trouble === undefined ? [] : [this.trouble];
  }

  override rebuilding(): number | undefined {
    return this.rebuild;
  }

  override listen(listener: ArchiveListener): void {
    this.#listeners.push(listener);
  }

  change(kind: ChangedKind): void {
    for (const listener of this.#listeners) listener.changed(kind);
  }

  override async close(): Promise<void> {
    this.closed = true;
  }
}
