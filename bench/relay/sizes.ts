/** How much of everything there is in a run. */
export interface Sizes {
  readonly rounds: number;
  readonly burst: { readonly streams: number; readonly seconds: number };
  readonly paced: { readonly streams: number; readonly pace: number; readonly seconds: number };
  readonly webhook: { readonly pace: number; readonly seconds: number };
  readonly many: { readonly streams: number; readonly events: number; readonly bursts: number };
  readonly frozen: { readonly readers: number; readonly frozen: number; readonly seconds: number };
  readonly storm: { readonly clients: number };
  readonly memory: { readonly streams: number };
  readonly idle: {
    readonly streams: number;
    /** Seconds from their opening to the beginning of the measurement. */
    readonly after: number;
    readonly seconds: number;
    readonly rounds: number;
    readonly parameters: readonly string[];
  };
  readonly intake: { readonly seconds: number };
  readonly growth: {
    readonly seconds: number;
    readonly rounds: number;
    readonly streams: readonly number[];
    /** Bytes. */
    readonly payloads: readonly number[];
  };
}

export const FULL: Sizes = {
  rounds: 5,
  burst: { streams: 1000, seconds: 4 },
  paced: { streams: 1000, pace: 50, seconds: 12 },
  webhook: { pace: 50, seconds: 12 },
  many: { streams: 8000, events: 40, bursts: 3 },
  frozen: { readers: 900, frozen: 100, seconds: 4 },
  storm: { clients: 5000 },
  memory: { streams: 8000 },
  idle: { streams: 5000, after: 60, seconds: 30, rounds: 3, parameters: [] },
  intake: { seconds: 5 },
  growth: {
    seconds: 2,
    rounds: 3,
    streams: [10, 100, 1000, 10_000],
    payloads: [102, 1024, 10_240, 102_400],
  },
};

/** Some two minutes without the curves: says whether it works, and roughly how it stands. */
export const QUICK: Sizes = {
  rounds: 1,
  burst: { streams: 1000, seconds: 0.8 },
  paced: { streams: 1000, pace: 50, seconds: 1.5 },
  webhook: { pace: 50, seconds: 3 },
  many: { streams: 2000, events: 40, bursts: 2 },
  frozen: { readers: 900, frozen: 100, seconds: 0.5 },
  storm: { clients: 1000 },
  memory: { streams: 2000 },
  // More heartbeats than by default, or a short time would see none of them.
  idle: {
    streams: 1000,
    after: 1,
    seconds: 3,
    rounds: 1,
    parameters: ['--app.stream.heartbeat=1500ms'],
  },
  intake: { seconds: 1 },
  growth: { seconds: 0.5, rounds: 1, streams: [10, 100, 1000], payloads: [102, 1024, 10_240] },
};
