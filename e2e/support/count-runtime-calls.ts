import { isMainThread } from 'node:worker_threads';

/**
 * Preloaded into the service, this counts calls of built-in functions that leave compiled code for
 * V8's runtime, by where they are called from. SIGUSR2 has it print what it has counted since.
 *
 * Which ones do, a profile tells: `perf record node …` with one of them in a loop shows functions
 * named `Runtime_…`.
 */
type Functions = Record<string, (...parameters: unknown[]) => unknown>;

const LEAVING: readonly (readonly [owner: object, name: string, methods: readonly string[]])[] = [
  [Array, 'Array', ['from', 'fromAsync']],
  [
    Array.prototype,
    'array',
    ['findLast', 'findLastIndex', 'flat', 'flatMap', 'toReversed', 'toSorted', 'toSpliced', 'with'],
  ],
  [Object, 'Object', ['entries', 'fromEntries', 'groupBy']],
  [Map, 'Map', ['groupBy']],
  [Promise, 'Promise', ['withResolvers']],
  [Set.prototype, 'set', ['difference', 'intersection', 'isSubsetOf', 'union']],
  [String.prototype, 'string', ['isWellFormed', 'replaceAll', 'split']],
  [
    Iterator.prototype,
    'iterator',
    ['every', 'filter', 'find', 'flatMap', 'forEach', 'map', 'reduce', 'some', 'take', 'toArray'],
  ],
];

let counted = new Map<string, number>();

/** The place in the sources, of whoever called the function that was counted. */
function caller(): string {
  const [, , , line = ''] = new Error().stack?.split('\n') ?? [];
  return /src\/.*?\.ts:\d+/.exec(line)?.[0] ?? '';
}

function count(owner: Functions, kind: string, name: string): void {
  const method = owner[name];
  if (!method) throw new Error(`there is no ${kind}.${name}`);
  owner[name] = function (this: unknown, ...parameters: unknown[]) {
    owner[name] = method;
    const key = `${kind}.${name} in ${caller()}`;
    counted.set(key, (counted.get(key) ?? 0) + 1);
    owner[name] = counting;
    return method.apply(this, parameters);
  };
  const counting = owner[name];
}

if (isMainThread) {
  for (const [owner, kind, names] of LEAVING) {
    for (const name of names) count(owner as Functions, kind, name);
  }
  process.on('SIGUSR2', () => {
    process.stderr.write(`counted ${JSON.stringify([...counted])}\n`);
    counted = new Map();
  });
}
