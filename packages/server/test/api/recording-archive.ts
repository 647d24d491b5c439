import type { TextPage } from '../../src/archive/engine/lists/page.ts';
import { ArchiveDouble } from '../support/archive-double.ts';
import type { WhenOver } from '../support/database.ts';
import { type RunningServer, runServer } from '../support/running-server.ts';

type Answers = Parameters<typeof ArchiveDouble.with>[0];

export const NO_ITEMS: TextPage = { items: [], next: null };

export interface Asked {
  readonly what: string;
  readonly with: unknown[];
}

/** A server whose archive writes down what every list is asked for and answers the same page. */
export async function runWithLists(
  page: TextPage = NO_ITEMS,
  whenOver?: WhenOver,
): Promise<RunningServer & { asked: Asked[] }> {
  const asked: Asked[] = [];
  const list =
    (what: string) =>
    async (...parameters: unknown[]) => {
      asked.push({ what, with: parameters });
      return page;
    };
  const running = await runServer(
    {},
    {
      archive: ArchiveDouble.with({
        addresses: list('addresses'),
        calls: list('calls'),
        jobs: list('jobs'),
        events: list('events'),
      }),
    },
    whenOver,
  );
  return { ...running, asked };
}

export async function runWith(answers: Answers): Promise<RunningServer> {
  return runServer({}, { archive: ArchiveDouble.with(answers) });
}
