import type { Archive } from './archive.ts';

/** Keeps nothing: events live in the history of the running backend only. */
export const noArchive: Archive = {
  description: 'none',
  store() {},
  troubles: () => [],
  listen() {},
  async close() {},
};
