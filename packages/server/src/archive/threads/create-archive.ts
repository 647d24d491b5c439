import type { PhoneOptions } from '@hookline/records/phone';
import type { Config } from '../../config/properties.ts';
import { timeZone } from '../../config/time-zone.ts';
import type { Archive } from '../archive.ts';
import type { JobSettings } from '../jobs/job-reports.ts';
import type { StreamPlace } from './feed-watch.ts';
import { NoArchive } from './no-archive.ts';
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
