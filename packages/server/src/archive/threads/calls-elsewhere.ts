import type { ArchiveEditor, ArchiveReader } from '../archive.ts';
import type { PersonalDataPiece } from '../privacy/personal-tables.ts';

/** What of an archive another thread does: the one list of it on this side. */
export abstract class CallsElsewhere implements ArchiveReader, ArchiveEditor {
  readonly addresses: ArchiveReader['addresses'] = (...p) => this.read('addresses', p);
  readonly address: ArchiveReader['address'] = (...p) => this.read('address', p);
  readonly calls: ArchiveReader['calls'] = (...p) => this.read('calls', p);
  readonly caller: ArchiveReader['caller'] = (...p) => this.read('caller', p);
  readonly lines: ArchiveReader['lines'] = (...p) => this.read('lines', p);
  readonly jobs: ArchiveReader['jobs'] = (...p) => this.read('jobs', p);
  readonly job: ArchiveReader['job'] = (...p) => this.read('job', p);
  readonly jobStatuses: ArchiveReader['jobStatuses'] = () => this.read('jobStatuses', []);
  readonly couriers: ArchiveReader['couriers'] = () => this.read('couriers', []);
  readonly courier: ArchiveReader['courier'] = (...p) => this.read('courier', p);
  readonly events: ArchiveReader['events'] = (...p) => this.read('events', p);
  readonly mappings: ArchiveReader['mappings'] = () => this.read('mappings', []);
  readonly mapping: ArchiveReader['mapping'] = (...p) => this.read('mapping', p);
  readonly previewMapping: ArchiveReader['previewMapping'] = (...p) =>
    this.read('previewMapping', p);
  readonly summary: ArchiveReader['summary'] = (...p) => this.read('summary', p);
  readonly count: ArchiveReader['count'] = (...p) => this.read('count', p);
  readonly changeAddress: ArchiveEditor['changeAddress'] = (...p) => this.edit('changeAddress', p);
  readonly deleteAddress: ArchiveEditor['deleteAddress'] = (...p) => this.edit('deleteAddress', p);
  readonly changeCall: ArchiveEditor['changeCall'] = (...p) => this.edit('changeCall', p);
  readonly changeJob: ArchiveEditor['changeJob'] = (...p) => this.edit('changeJob', p);
  readonly saveMapping: ArchiveEditor['saveMapping'] = (...p) => this.edit('saveMapping', p);
  readonly assignMessages: ArchiveEditor['assignMessages'] = (...p) =>
    this.edit('assignMessages', p);
  readonly eraseNumber: ArchiveEditor['eraseNumber'] = (...p) => this.edit('eraseNumber', p);
  readonly eraseJournal: ArchiveEditor['eraseJournal'] = (...p) => this.edit('eraseJournal', p);
  readonly suppressedElsewhere: ArchiveEditor['suppressedElsewhere'] = () =>
    this.edit('suppressedElsewhere', []);
  readonly keptSources: ArchiveEditor['keptSources'] = () => this.edit('keptSources', []);

  /** Piece by piece, as it is taken. */
  abstract exportNumber(number: string): AsyncIterable<PersonalDataPiece>;
  protected abstract read<T>(
    name: Exclude<keyof ArchiveReader, 'exportNumber'>,
    parameters: unknown[],
  ): Promise<T>;
  protected abstract edit<T>(name: keyof ArchiveEditor, parameters: unknown[]): Promise<T>;
}
