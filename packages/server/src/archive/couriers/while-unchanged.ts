import { sql } from 'kysely';
import type { View } from '../engine/lists/page.ts';

/** Other than before whenever something has been stored since, by whomever. */
const MARKS = {
  // What other connections have stored since this one was opened, and what this one has.
  sqlite: sql<string>`(select data_version from pragma_data_version) || ' ' || total_changes()`,
  // Which transactions have ended; after the start of the server, for one that takes its place may
  // lack some and give out their numbers anew.
  postgres: sql<string>`pg_postmaster_start_time()::text || ' ' || pg_current_snapshot()::text`,
};

/**
 * One answer for all who ask before anything is stored, or another open job is late: every page asks
 * at every change, all of them at once, and to each of them by itself it took as long as to all.
 */
export function whileUnchanged(answer: (view: View) => Promise<string>) {
  let last: { readonly mark: string; readonly text: Promise<string> } | undefined;
  return async (view: View): Promise<string> => {
    const { db, kind } = view.store;
    // Before the rows are read: what is stored meanwhile must not pass for what was read.
    const { rows } = await sql<{ mark: string; next: string | null }>`select ${MARKS[kind]} as mark,
      (select due_sort_key from jobs
        where is_open = 1 and due_sort_key >= ${new Date(view.now).toISOString()}
        order by due_sort_key limit 1) as next`.execute(db);
    const mark = JSON.stringify(rows);
    if (last?.mark === mark) return last.text;
    const asked = { mark, text: answer(view) };
    last = asked;
    // An error is none: whoever asks next tries again.
    asked.text.catch(() => {
      if (last === asked) last = undefined;
    });
    return asked.text;
  };
}
