import type { AddressCacheState } from './telephony-system.ts';

export type Fields = Readonly<Record<string, unknown>>;

export function cacheStateOf(told: Fields): AddressCacheState {
  const { state, updatedAt } = told;
  return {
    state: state === 'filled' ? 'filled' : 'empty',
    count: countOf(told['count']),
    updatedAt: typeof updatedAt === 'string' ? updatedAt : '',
  };
}

export function countOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

/** Rubbish is passed over: hanging up because of it would bring it back with the next line. */
export function parsedFrame(data: unknown): unknown {
  try {
    return typeof data === 'string' ? JSON.parse(data) : undefined;
  } catch {
    return undefined;
  }
}
