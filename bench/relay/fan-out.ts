import { type Contender, withServer } from './contender.ts';
import { Load, type LoadFigures, type LoadMode, type LoadOptions } from './load.ts';
import type { Figures } from './scenario.ts';

/**
 * Before the clock starts, so many deliveries and bytes go the same way: a service that has run for
 * days is what is to be measured, not the first seconds of one.
 */
const WARM_UP_DELIVERIES = 200_000;
const WARM_UP_BYTES = 200_000_000;

function warmUp({ streams = 1, payload = 200 }: LoadOptions): number {
  const events = Math.min(WARM_UP_DELIVERIES, WARM_UP_BYTES / payload) / streams;
  return Math.round(Math.min(Math.max(events, 10), 2000));
}

/** Events that go out to many streams: how fast, how late and at what cost. */
export async function fanOut(
  program: string,
  contender: Contender,
  options: LoadOptions,
): Promise<Figures> {
  const warmedUp = { ...options, 'warm-up': warmUp(options) };
  const { found, cpu } = await loaded(program, contender, 'fan-out', warmedUp);
  const delivered = found['delivered'] ?? 0;
  return {
    ...found,
    lost: wrong(found, 'lost', 'doubled'),
    perSecond: delivered / (found['seconds'] ?? 0),
    microsecondsEach: (cpu / delivered) * 1e6,
  };
}

/** Many clients that come back at once. */
export async function reconnect(
  program: string,
  contender: Contender,
  options: LoadOptions,
): Promise<Figures> {
  const { found } = await loaded(program, contender, 'storm', options);
  return { ...found, lost: wrong(found, 'lost', 'wrong') };
}

async function loaded(
  program: string,
  contender: Contender,
  mode: LoadMode,
  options: LoadOptions,
): Promise<{ found: LoadFigures; cpu: number }> {
  return withServer(contender, async (server) => {
    const load = new Load(program, server, mode, options);
    try {
      await load.ready();
      const before = server.process.cpu;
      const found = await load.go();
      return { found, cpu: server.process.cpu - before };
    } finally {
      await load.stop();
    }
  });
}

/** One that came twice is as bad as one that did not come; one that came damaged did not come. */
function wrong(found: LoadFigures, ...names: string[]): number {
  return names.reduce((total, name) => total + (found[name] ?? 0), 0);
}
