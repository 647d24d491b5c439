import { type Contender, pause, type RunningServer, withServer } from './contender.ts';
import { Load } from './load.ts';
import { type Figures, ratioAtMost, type Scenario, valueAtMost } from './scenario.ts';
import type { Sizes } from './sizes.ts';

/** What streams cost on which nothing happens. */
export function standingScenarios(
  { rounds, memory, idle }: Sizes,
  program: string,
  hookline: (...parameters: string[]) => Contender,
  nchan: Contender,
): Scenario[] {
  const weighed = (contender: Contender) => ({
    side: contender.name,
    run: () => memoryPerStream(program, contender, memory.streams),
  });
  return [
    {
      name: 'memory',
      rounds,
      trials: { hookline: weighed(hookline()), nchan: weighed(nchan) },
      rows: (median) => [
        {
          what: `memory per idle stream, ${memory.streams.toLocaleString('en')} of them`,
          label: 'memory per idle stream',
          unit: 'KiB',
          hookline: median('hookline', 'perStream'),
          beside: { name: 'nchan', value: median('nchan', 'perStream') },
          goal: ratioAtMost(0.5),
        },
        {
          what: 'memory of the server before the first stream',
          unit: 'MiB',
          hookline: median('hookline', 'before') / 1024,
          beside: { name: 'nchan', value: median('nchan', 'before') / 1024 },
          goal: valueAtMost(110),
        },
      ],
    },
    {
      name: 'idle',
      rounds: idle.rounds,
      trials: {
        hookline: {
          side: 'Hookline',
          run: () => idleProcessor(program, hookline(...idle.parameters), idle),
        },
      },
      rows: (median) => [
        {
          what: `idle, ${idle.streams.toLocaleString('en')} streams with heartbeats: share of a core`,
          unit: '%',
          hookline: median('hookline', 'share') * 100,
          goal: valueAtMost(1),
        },
      ],
    },
  ];
}

async function memoryPerStream(
  program: string,
  contender: Contender,
  streams: number,
): Promise<Figures> {
  return withServer(contender, async (server) => {
    // What a first request brings into memory belongs to the server, not to a stream.
    const first = new Load(program, server, 'fan-out', { streams: 1, events: 1 });
    await first.ready();
    await first.go();
    await first.stop();
    const before = await settled(server);
    const load = new Load(program, server, 'hold', { streams });
    try {
      await load.ready();
      const after = await settled(server);
      return { before, perStream: (after - before) / streams };
    } finally {
      await load.stop();
    }
  });
}

/**
 * Resident memory once it has not changed by a hundredth for so many seconds: a service that finds
 * nothing to do gives back, up to twenty seconds later, what the work before has left.
 */
const QUIET = 25;

async function settled({ process }: RunningServer): Promise<number> {
  let memory = process.memory;
  for (let quiet = 0, second = 0; quiet < QUIET && second < 100; second++) {
    await pause(1000);
    const isSame = Math.abs(process.memory - memory) < memory / 100;
    quiet = isSame ? quiet + 1 : 0;
    if (!isSame) memory = process.memory;
  }
  return process.memory;
}

async function idleProcessor(
  program: string,
  contender: Contender,
  { streams, after, seconds }: Sizes['idle'],
): Promise<Figures> {
  return withServer(contender, async (server) => {
    const load = new Load(program, server, 'hold', { streams });
    try {
      await load.ready();
      await pause(after * 1000);
      const before = server.process.cpu;
      await pause(seconds * 1000);
      return { share: (server.process.cpu - before) / seconds };
    } finally {
      await load.stop();
    }
  });
}
