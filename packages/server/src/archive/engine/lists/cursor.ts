import { ArchiveError } from '../archive-error.ts';

/** Where a page ends: the values its list is sorted by, of the last item. */
export type Position = readonly string[];

const MAX_LENGTH = 1000;

/**
 * Names a position of one list in a form that nobody is tempted to put together. The name of the
 * list is part of it: the end of one list says nothing about where to go on in another.
 */
export function cursorOf(list: string, position: Position): string {
  return Buffer.from(JSON.stringify([list, ...position])).toString('base64url');
}

export function positionOf(list: string, cursor: string, values: number): Position {
  const [name, ...position] = textsIn(cursor);
  // A cursor that was changed on its way may still decode to something.
  const isGenuine = name === list && cursorOf(list, position) === cursor;
  if (!isGenuine || position.length !== values || position.some((text) => text.includes('\0'))) {
    throw new ArchiveError('bad_cursor', 'This cursor was not given out for this list.');
  }
  return position;
}

function textsIn(cursor: string): readonly string[] {
  if (cursor.length > MAX_LENGTH) return [];
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return isTexts(value) ? value : [];
  } catch {
    return [];
  }
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((element) => typeof element === 'string');
}
