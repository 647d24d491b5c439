import type { Archive } from '../archive/archive.ts';
import type { App } from '../http/app.ts';
import { addressList, callList, eventList, jobList } from './archive-filters.ts';
import { archiveItemRoutes } from './archive-items.ts';
import { listRoute } from './archive-lists.ts';
import { archiveProblem } from './archive-problem.ts';
import { archiveReportRoutes } from './archive-reports.ts';
import { Exports } from './exports.ts';
import type { LogEvent } from './log-event.ts';
import { privacyRoutes } from './privacy.ts';

export interface ArchiveRoutesOptions {
  readonly archive: Archive;
  /** Largest body, in bytes after decoding. */
  readonly maxBytes: number;
  /** Takes a phone number out of the events that are held in memory. */
  readonly redactHistory: (number: string) => Promise<void>;
  /** A download was cut, because the archive failed in the middle of it. */
  readonly onBroken: (cause: unknown) => void;
  readonly logEvent: LogEvent;
}

/** Everything that is answered by the archive. */
export function archiveRoutes(parent: App, options: ArchiveRoutesOptions): void {
  const { archive, maxBytes, onBroken } = options;
  parent.register(async (app: App) => {
    const exports = new Exports((cause) => onBroken(archiveProblem(cause)));
    app.addHook('preClose', (done) => {
      exports.close();
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
    // The schemas describe the routes; a query is text and a body is unread where they would be
    // compared with it.
    app.setValidatorCompiler(() => () => true);

    archiveReportRoutes(app, archive, maxBytes, options.logEvent);
    listRoute(app, exports, addressList(archive));
    listRoute(app, exports, callList(archive));
    listRoute(app, exports, jobList(archive));
    listRoute(app, exports, eventList(archive));
    archiveItemRoutes(app, archive, maxBytes);
    privacyRoutes(app, options);
  });
}
