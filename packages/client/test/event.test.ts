import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isEvent } from '../src/index.ts';

test('[CL1] an object with a number id and a string receivedAt is an event, whatever it carries', () => {
  fc.assert(
    fc.property(fc.double(), fc.string(), fc.anything(), (id, receivedAt, payload) => {
      expect(isEvent({ id, receivedAt, payload })).toBe(true);
      expect(isEvent({ id, receivedAt })).toBe(true);
      expect(isEvent({ id: String(id), receivedAt, payload })).toBe(false);
      expect(isEvent({ id, receivedAt: 7, payload })).toBe(false);
      expect(isEvent({ id, payload })).toBe(false);
    }),
  );
});

test.each([undefined, null, 0, '', 'id', true, [], {}, () => {}])(
  '[CL1] %s is no event',
  (value) => {
    expect(isEvent(value)).toBe(false);
  },
);
