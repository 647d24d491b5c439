import { expect, test } from 'vitest';
import { FeedWatch } from '../../../src/archive/threads/feed-watch.ts';

test('[CM1] [AR13] who waits for the archive has it from whichever node, or is told why not', async () => {
  let position = 1;
  const watch = new FeedWatch(async () => position);
  watch.trouble = 'the stream was interrupted';
  const waiting = watch.passed({ instance: 'first', id: 2 }, 120_000);
  position = 2;
  await waiting;
  await expect(watch.passed({ instance: 'first', id: 3 }, 0)).rejects.toThrow(
    'does not have everything yet. At this node, the archive cannot be fed from the stream: the stream was interrupted.',
  );
});
