import { Session } from 'node:inspector';
import { setFlagsFromString } from 'node:v8';

/** An object whose methods can be replaced for a while. */
type Methods = { [name: string]: (...args: unknown[]) => unknown };

const TEXT_METHODS = [
  'includes',
  'indexOf',
  'lastIndexOf',
  'replace',
  'replaceAll',
  'split',
  'match',
  'search',
  'normalize',
  'trim',
  'toLowerCase',
  'toUpperCase',
  'toWellFormed',
];
const LIST_METHODS = [
  'map',
  'filter',
  'flatMap',
  'find',
  'findIndex',
  'findLast',
  'findLastIndex',
  'some',
  'every',
  'includes',
  'indexOf',
  'lastIndexOf',
  'join',
  'slice',
  'splice',
  'shift',
  'sort',
  'toSorted',
  'reverse',
  'concat',
  'forEach',
  'reduce',
];

// Code that V8 has optimised does not count calls of what it has inlined, and when it optimises
// depends on how busy the machine is.
for (const flag of ['--no-opt', '--no-maglev']) setFlagsFromString(flag);

/**
 * On from here to the end: V8 counts the blocks of a function only if it compiles it meanwhile,
 * which is when it is first called.
 */
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/**
 * How much work a function does: the blocks of our code that are run, as V8 counts them, and what
 * the built-in functions look at on its behalf. Unlike a time it is the same on every machine.
 * Blocks that were run before count too, unless they are forgotten: to ask V8 takes longer than
 * most of what is counted.
 */
export function stepsOf(work: () => unknown): number {
  let touched = 0;
  const restore = watchBuiltIns((size) => {
    touched += size;
  });
  try {
    work();
  } finally {
    restore();
  }
  return takenBlocks() + touched;
}

/** What has been run until now is not counted. */
export function forgetSteps(): void {
  takenBlocks();
}

/** How many blocks of ours were run since it was last asked. */
function takenBlocks(): number {
  let blocks = 0;
  session.post('Profiler.takePreciseCoverage', (error, coverage) => {
    if (error) throw error;
    const ours = coverage.result.filter(({ url }) => /\/(?:server|records|home)\/src\//.test(url));
    const ranges = ours.flatMap(({ functions }) => functions.flatMap((one) => one.ranges));
    blocks = ranges.reduce((sum, { count }) => sum + count, 0);
  });
  return blocks;
}

function watchBuiltIns(count: (size: number) => void): () => void {
  const restores: (() => void)[] = [];
  const watch = (
    owner: object,
    names: readonly string[],
    sizeOf: (self: unknown, args: readonly unknown[]) => number,
  ) => {
    const methods = owner as Methods;
    for (const name of names) {
      const original = methods[name];
      if (!original) throw new Error(`no method ${name}`);
      methods[name] = function (this: unknown, ...args: unknown[]) {
        count(sizeOf(this, args));
        return original.apply(this, args);
      };
      restores.unshift(() => {
        methods[name] = original;
      });
    }
  };
  const lengthOf = (value: unknown) => (value as { length?: number } | undefined)?.length ?? 0;
  const sizeOf = (value: unknown) =>
    typeof value === 'object' && value !== null ? originalKeys(value).length : lengthOf(value);
  const originalKeys = Object.keys;
  watch(Array.prototype, LIST_METHODS, lengthOf);
  watch(Object, ['entries', 'keys', 'values', 'fromEntries'], (_, [value]) => sizeOf(value));
  watch(JSON, ['parse'], (_, [text]) => lengthOf(text));
  const { exec } = RegExp.prototype;
  RegExp.prototype.exec = function (text: string) {
    const start = this.global || this.sticky ? this.lastIndex : 0;
    const found = exec.call(this, text);
    // A sticky expression that does not fit has looked at one place only.
    count(
      found ? found.index + found[0].length - start + 1 : this.sticky ? 1 : text.length - start,
    );
    return found;
  };
  restores.unshift(() => {
    RegExp.prototype.exec = exec;
  });
  watch(String.prototype, TEXT_METHODS, (self) => lengthOf(self));
  watch(String.prototype, ['normalize'], (self) => marksIn(String(self)));
  return () => {
    for (const restore of restores) restore();
  };
}

/** To put the marks of one letter in order takes quadratic time. */
function marksIn(text: string): number {
  let squares = 0;
  let run = 0;
  for (let i = 0; i <= text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit >= 0x300 && unit < 0x370) run++;
    else {
      squares += run * run;
      run = 0;
    }
  }
  return squares;
}
