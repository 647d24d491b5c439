import type { FileNews } from './threads/messages.ts';

/** What became of a SQLite file, in words. */
export function fileNewsText({ found, keptAs }: FileNews): string {
  switch (found) {
    case 'damaged':
      return `the archive's file was damaged and is kept as ${keptAs}`;
    case 'removed':
      return "the archive's file was removed; a fresh one was begun";
    case 'replaced':
      return "the archive's file was replaced by another, which is used from here on";
  }
}
