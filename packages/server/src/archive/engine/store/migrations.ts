import type { Kysely } from 'kysely';
import type { Migration, MigrationProvider } from 'kysely/migration';
import { first, type SearchMigration } from './migrations/001-first.ts';
import { callAgeAndWideEventIds } from './migrations/002-call-age-and-wide-event-ids.ts';
import { correctionsAndOpenCalls } from './migrations/003-corrections-and-open-calls.ts';
import { jobFacts } from './migrations/004-job-facts.ts';
import { eventsFoundBy } from './migrations/005-events-found-by.ts';
import { desks } from './migrations/006-desks.ts';
import { couriers } from './migrations/007-couriers.ts';
import { senders } from './migrations/008-senders.ts';
import { turnedDueOrder } from './migrations/009-due-order.ts';
import { jobsInHand } from './migrations/010-jobs-in-hand.ts';
import { feed } from './migrations/011-feed.ts';
import { completedSteps } from './migrations/012-completed-steps.ts';
import { orderOfAcceptance } from './migrations/013-order-of-acceptance.ts';
import { jobsWithIds } from './migrations/014-jobs-with-ids.ts';
import { ownersAndCouriers } from './migrations/015-owners-and-couriers.ts';
import { lateVersions } from './migrations/016-late-versions.ts';
import { mappings } from './migrations/017-mappings.ts';
import { erasureMarks } from './migrations/018-erasure-marks.ts';
import { callBacks } from './migrations/019-call-backs.ts';
import { orderOfNames } from './migrations/020-order-of-names.ts';
import { courierLoads } from './migrations/021-courier-loads.ts';
import { firstJobs } from './migrations/022-first-jobs.ts';
import type { Schema } from './schema.ts';

/** Forward only: what was released is never changed, only followed by another step. */
const LATER: Readonly<Record<string, Migration>> = {
  '002-call-age-and-wide-event-ids': { up: callAgeAndWideEventIds },
  '003-corrections-and-open-calls': { up: correctionsAndOpenCalls },
  '004-job-facts': { up: jobFacts },
  '005-events-found-by': { up: eventsFoundBy },
  '006-desks': { up: desks },
  '007-couriers': { up: couriers },
  '008-senders': { up: senders },
  '009-due-order': { up: turnedDueOrder },
  '010-jobs-in-hand': { up: jobsInHand },
  '011-feed': { up: feed },
  '012-completed-steps': { up: completedSteps },
  '013-order-of-acceptance': { up: orderOfAcceptance },
  '014-jobs-with-ids': { up: jobsWithIds },
  '015-owners-and-couriers': { up: ownersAndCouriers },
  '016-late-versions': { up: lateVersions },
  '017-mappings': { up: mappings },
  '018-erasure-marks': { up: erasureMarks },
  '019-call-backs': { up: callBacks },
  '020-order-of-names': { up: orderOfNames },
  '021-courier-loads': { up: courierLoads },
  '022-first-jobs': { up: firstJobs },
};

/** How many there are. */
export const STEPS = 1 + Object.keys(LATER).length;

export function migrations(search: SearchMigration): MigrationProvider {
  const steps = { '001-first': { up: (db: Kysely<Schema>) => first(db, search) }, ...LATER };
  return { getMigrations: async () => steps };
}
