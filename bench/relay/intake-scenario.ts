import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Contender, LOAD_CORE, pause, type RunningServer, withServer } from './contender.ts';
import { metricsOf } from './metrics.ts';
import { type Figures, ratioAtLeast, type Scenario, valueAtMost } from './scenario.ts';
import type { Sizes } from './sizes.ts';

const BODY = join(import.meta.dirname, '../post.lua');
const CONNECTIONS = 32;
const CATCH_UP_LIMIT = 30_000;

/** Webhooks in, nobody listening: Hookline beside the least that `node:http` has to do. */
export function intakeScenario(
  { rounds, intake: { seconds } }: Sizes,
  hookline: (...parameters: string[]) => Contender,
  floor: Contender,
): Scenario {
  const archiving = hookline();
  const relaying = hookline('--app.archive.url=off');
  return {
    name: 'intake',
    rounds,
    trials: {
      floor: { side: floor.name, run: () => withServer(floor, (server) => posts(server, seconds)) },
      relaying: {
        side: relaying.name,
        run: () => withServer(relaying, (server) => posts(server, seconds)),
      },
      archiving: {
        side: archiving.name,
        run: () =>
          withServer(archiving, async (server) => ({
            ...(await posts(server, seconds)),
            ...(await caughtUp(server)),
          })),
      },
    },
    rows: (median) => {
      const beside = { name: floor.name, value: median('floor', 'perSecond') };
      return [
        {
          what: `intake, ${CONNECTIONS} connections, archive off: webhooks`,
          unit: 'per second',
          hookline: median('relaying', 'perSecond'),
          beside,
          goal: ratioAtLeast(0.9),
        },
        {
          what: 'intake, archive on (SQLite): webhooks',
          unit: 'per second',
          hookline: median('archiving', 'perSecond'),
          beside,
          goal: ratioAtLeast(0.6),
        },
        {
          what: 'intake: until the archive has caught up',
          unit: 's',
          hookline: median('archiving', 'caughtUpAfter'),
          goal: valueAtMost(1),
        },
        {
          what: 'intake: webhooks the archive gave up',
          unit: 'webhooks',
          hookline: median('archiving', 'dropped'),
          goal: valueAtMost(0),
        },
      ];
    },
  };
}

async function posts(server: RunningServer, seconds: number): Promise<Figures> {
  const url = `http://127.0.0.1:${server.port}${server.publishPath}`;
  const wrk = async (duration: number) => {
    const load = ['wrk', '-t1', `-c${CONNECTIONS}`, `-d${duration}s`, '-s', BODY, url];
    return (await promisify(execFile)('taskset', ['-c', String(LOAD_CORE), ...load])).stdout;
  };
  await wrk(1);
  const report = await wrk(seconds);
  if (/Non-2xx|Socket errors/.test(report)) throw new Error(report);
  return { perSecond: Number(/Requests\/sec:\s+(\S+)/.exec(report)?.[1]) };
}

/** How long it takes until everything that was accepted is in the database. */
async function caughtUp({ port }: RunningServer): Promise<Figures> {
  const begin = performance.now();
  for (;;) {
    const metric = await metricsOf(port);
    const accepted = metric('hookline_webhooks_accepted_total');
    const stored = metric('hookline_archive_stored_total');
    const dropped = metric('hookline_archive_dropped_total');
    const waited = performance.now() - begin;
    if (stored + dropped >= accepted || waited > CATCH_UP_LIMIT) {
      return { caughtUpAfter: waited / 1000, dropped };
    }
    await pause(20);
  }
}
