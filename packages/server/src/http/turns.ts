const waiting: (() => void)[] = [];

/** For so many milliseconds after somebody asked for little, those who ask for much hold back. */
const CONSIDERATE = 200;
/** Milliseconds that their turns may take until they hold back, and for how long they do. */
const STRETCH = 0.5;
const PAUSE = 4;

let considerateUntil = 0;
let stretchBegan = 0;

/**
 * Divides work that may wait: whoever asks gets a turn of the event loop, one after the other, all
 * connections together. Done at once, the work of twenty senders that send much would make one
 * that sends little wait for all of them; here it waits for one piece of it.
 *
 * Resolves when it is the caller's turn, for a piece of work of well under a millisecond.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(giveTurn);
  });
}

/**
 * Somebody was served who needs no turns. While there are such, turns leave the processor free in
 * between: what is done in them makes garbage, and everybody waits while that is collected.
 */
export function servedAtOnce(): void {
  considerateUntil = performance.now() + CONSIDERATE;
}

function giveTurn(): void {
  waiting[0]?.();
  waiting.shift();
  if (waiting.length === 0) return;
  const now = performance.now();
  if (now < considerateUntil && now - stretchBegan > STRETCH) setTimeout(beginStretch, PAUSE);
  else setImmediate(giveTurn);
}

function beginStretch(): void {
  stretchBegan = performance.now();
  giveTurn();
}
