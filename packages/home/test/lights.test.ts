import { expect, test } from 'vitest';
import type { Readiness } from '../src/backend/readiness.ts';
import { archiveLight, liveLight, phoneLight } from '../src/shell/state-lights.tsx';

test('[HP7] the line is green only when events come', () => {
  expect(liveLight('live')).toBe('good');
  expect((['connecting', 'stalled'] as const).map(liveLight)).toEqual(['busy', 'busy']);
  for (const state of ['waiting', 'busy', 'unauthorised', 'refused', 'stopped'] as const) {
    expect(liveLight(state)).toBe('bad');
  }
});

test('[HP7] an office without telephony has no red light', () => {
  expect(phoneLight({ isKnown: false, state: 'none' })).toBe('busy');
  expect(phoneLight({ isKnown: true, state: 'none' })).toBe('off');
  expect(phoneLight({ isKnown: true, state: 'waiting' })).toBe('bad');
  expect(phoneLight({ isKnown: true, state: 'live' })).toBe('good');
});

test('[HP7] the archive is unknown while the server is away', () => {
  const ready = {
    status: 'ready',
    reasons: [],
    concerns: [],
    rereading: null,
  } satisfies Readiness;
  const degraded: Readiness = { ...ready, status: 'degraded', reasons: ['x'] };
  expect(archiveLight(ready, 'live')).toBe('good');
  expect(archiveLight(ready, 'waiting')).toBe('off');
  expect(archiveLight(undefined, 'live')).toBe('off');
  expect(archiveLight({ ...degraded, concerns: ['archive'] }, 'live')).toBe('bad');
  // Something else needs attention, and has a light or a page of its own.
  expect(archiveLight({ ...degraded, concerns: ['silence'] }, 'live')).toBe('good');
  expect(archiveLight({ ...ready, status: 'draining' }, 'live')).toBe('busy');
});
