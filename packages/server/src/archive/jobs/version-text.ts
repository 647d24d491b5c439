import { sql } from 'kysely';

/** Stands in `job_versions.payload` where the version is the whole message: its event has the text. */
export const AS_ITS_EVENT = '';

/** The text of a version, wherever it is. */
export const VERSION_TEXT = sql<string>`coalesce(case job_versions.payload when ${sql.lit(AS_ITS_EVENT)}
  then (select events.payload from events where events.id = job_versions.event)
  else job_versions.payload end, 'null')`;
