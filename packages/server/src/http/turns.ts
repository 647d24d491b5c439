const waiting: (() => void)[] = [];

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

function giveTurn(): void {
  waiting[0]?.();
  waiting.shift();
  if (waiting.length > 0) setImmediate(giveTurn);
}
