import type { ErrorCode } from '@hookline/contract';
import type { Archive } from '../archive/archive.ts';
import { ArchiveError } from '../archive/engine/archive-error.ts';
import { type App, HttpProblem } from '../http/app.ts';
import type { HeldMemory } from '../http/held-memory.ts';
import { archiveItemRoutes } from './archive-items.ts';
import { archiveListRoutes } from './archive-lists.ts';
import { archiveReportRoutes } from './archive-reports.ts';
import { Downloads } from './downloads.ts';
import type { LogEvent } from './log-event.ts';
import { mappingRoutes } from './mappings.ts';
import { type PrivacyOptions, privacyRoutes } from './privacy.ts';

export interface ArchiveRoutesOptions {
  readonly archive: Archive;
  /** Largest body, in bytes after decoding. */
  readonly maxBytes: number;
  /** Takes a phone number out of everything that holds it. */
  readonly erase: PrivacyOptions['erase'];
  readonly held: HeldMemory;
  /** A download was cut, because the archive failed in the middle of it. */
  readonly onBroken: (cause: unknown) => void;
  readonly logEvent: LogEvent;
  /** Of the office, whose times stand in what is made for people. */
  readonly timeZone: string;
}

/** Everything that is answered by the archive. */
export function archiveRoutes(parent: App, options: ArchiveRoutesOptions): void {
  const { archive, maxBytes, held, onBroken } = options;
  parent.register(async (app: App) => {
    const downloads = new Downloads(held, (cause) => onBroken(archiveProblem(cause)));
    app.addHook('preClose', (done) => {
      downloads.close();
      done();
    });
    app.addHook('onRequest', (_request, reply, done) => {
      // Personal data must not stay behind in the cache of a shared computer or of a proxy.
      reply.header('cache-control', 'no-store');
      done();
    });
    // Thrown on, it reaches the one place where errors become answers.
    app.setErrorHandler((error) => {
      throw archiveProblem(error);
    });

    archiveReportRoutes(app, archive, maxBytes, options.logEvent);
    archiveListRoutes(app, archive, { downloads, timeZone: options.timeZone });
    archiveItemRoutes(app, archive, maxBytes, downloads);
    mappingRoutes(app, archive, maxBytes);
    privacyRoutes(app, { ...options, downloads });
  });
}

const CODES: Readonly<Record<ArchiveError['reason'], ErrorCode>> = {
  bad_cursor: 'bad_cursor',
  unavailable: 'archive_unavailable',
  conflict: 'conflict',
  claimed: 'claimed',
  note_changed: 'note_changed',
  mapping_changed: 'mapping_changed',
  no_number: 'no_number',
};

const RETRY_AFTER_SECONDS = '5';

/** What the archive tells a client, as an answer; any other error stays what it is. */
function archiveProblem(error: unknown): unknown {
  if (!(error instanceof ArchiveError)) return error;
  return new HttpProblem(
    CODES[error.reason],
    error.message,
    error.reason === 'unavailable' ? { 'retry-after': RETRY_AFTER_SECONDS } : {},
    true,
    error.inTheWay,
  );
}
