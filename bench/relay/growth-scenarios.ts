import type { Contender } from './contender.ts';
import { fanOut } from './fan-out.ts';
import type { LoadOptions } from './load.ts';
import type { Scenario, Trial } from './scenario.ts';
import type { Sizes } from './sizes.ts';

const STREAMS_OF_LARGE_EVENTS = 100;
/**
 * A publisher is answered before its event has gone out, so large ones would come in faster than
 * any reader can take them. As many as both servers keep may be under way, less some.
 */
const WINDOW = 40;

/** Deliveries per second over the number of streams and over the size of an event. */
export function growthScenarios(
  { growth }: Sizes,
  program: string,
  contenders: readonly Contender[],
): Scenario[] {
  const measured = { publishers: 8, seconds: growth.seconds };
  return [
    curve('streams', 'open streams', growth.streams, (streams) => ({ ...measured, streams })),
    curve('payload', 'bytes of an event', growth.payloads, (payload) => ({
      ...measured,
      payload,
      streams: STREAMS_OF_LARGE_EVENTS,
      window: WINDOW,
    })),
  ];

  function curve(
    name: string,
    across: string,
    values: readonly number[],
    optionsAt: (value: number) => LoadOptions,
  ): Scenario {
    const trials: Record<string, Trial> = {};
    for (const value of values) {
      for (const contender of contenders) {
        const run = () => fanOut(program, contender, optionsAt(value));
        trials[`${contender.name} ${value}`] = { side: contender.name, run };
      }
    }
    return {
      name: `growth-${name}`,
      rounds: growth.rounds,
      trials,
      curves: (median) => ({
        name: `growth-${name}`,
        title: `Deliveries per second over ${across}`,
        across,
        lines: contenders.map((contender) => ({
          name: contender.name,
          points: values.map((x) => ({ x, y: median(`${contender.name} ${x}`, 'perSecond') })),
        })),
      }),
    };
  }
}
