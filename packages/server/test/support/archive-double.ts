import type { ChangedKind } from '@hookline/contract';
import type {
  ArchivableEvent,
  Archive,
  ArchiveListener,
  ReportKind,
} from '../../src/archive/archive.ts';
import { noArchive } from '../../src/archive/no-archive.ts';

type Answers = Partial<Omit<Archive, 'store' | 'listen' | 'close' | 'troubles' | 'rereading'>>;

/** Stands in for the archive in route tests, so that they run without a database. */
export class ArchiveDouble {
  readonly description = 'double';
  readonly stored: { id: number; channel: string | null; payload: string }[] = [];
  /** Who sent each of those. */
  readonly senders: (string | null)[] = [];
  readonly reports: { kind: ReportKind; json: string }[] = [];
  trouble: string | undefined;
  reread: number | undefined;
  closed = false;
  readonly #listeners: ArchiveListener[] = [];

  /** With what a test wants it to answer. */
  static with(answers: Answers): ArchiveDouble & Archive {
    const double = new ArchiveDouble();
    return Object.assign(double, { ...noArchive, ...pick(double), ...answers });
  }

  store({ id, channel, payload }: ArchivableEvent, sender: string | null = null): void {
    this.stored.push({ id, channel, payload: payload.toString() });
    this.senders.push(sender);
  }

  report(kind: ReportKind, json: Buffer): void {
    this.reports.push({ kind, json: json.toString() });
  }

  troubles(): string[] {
    return this.trouble === undefined ? [] : [this.trouble];
  }

  listen(listener: ArchiveListener): void {
    this.#listeners.push(listener);
  }

  change(kind: ChangedKind): void {
    for (const listener of this.#listeners) listener.changed(kind);
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}

/** The methods that record instead of doing nothing. */
function pick(double: ArchiveDouble) {
  return {
    description: double.description,
    store: double.store.bind(double),
    reportAddresses: (json: Buffer) => double.report('addresses', json),
    reportCalls: (json: Buffer) => double.report('calls', json),
    countReport: async () => ({ accepted: 1, skipped: 0 }),
    troubles: double.troubles.bind(double),
    rereading: () => double.reread,
    listen: double.listen.bind(double),
    close: double.close.bind(double),
  };
}
