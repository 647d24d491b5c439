import type { ChangedKind } from '@hookline/contract';
import type { ArchivableEvent, Archive, ArchiveListener } from '../../src/archive/archive.ts';

/** Stands in for the archive in route tests, so that they run without a database. */
export class ArchiveDouble implements Archive {
  readonly description = 'double';
  readonly stored: { id: number; channel: string | null; payload: string }[] = [];
  trouble: string | undefined;
  closed = false;
  readonly #listeners: ArchiveListener[] = [];

  store({ id, channel, payload }: ArchivableEvent): void {
    this.stored.push({ id, channel, payload: payload.toString() });
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
