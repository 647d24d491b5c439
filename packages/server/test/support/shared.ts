import { afterAll } from 'vitest';
import type { WhenOver } from './database.ts';

/**
 * What the first test of a file that asks for it starts, and all others find as the one before has
 * left it: a start takes more work than most of what they do. It ends with the file.
 */
export function shared<T>(start: (whenOver: WhenOver) => Promise<T>): () => Promise<T> {
  const ends: Parameters<WhenOver>[0][] = [];
  let started: Promise<T> | undefined;
  afterAll(async () => {
    for (const end of ends.toReversed()) await end();
  });
  return () => {
    started ??= start((end) => ends.push(end));
    return started;
  };
}
