import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BackOff } from '../src/back-off.ts';
import { HeartbeatTimeout } from '../src/live-stream.ts';

const at = (milliseconds: number) => new Date(milliseconds).toISOString();

test('[CL5] the timeout is learned from the times at which the backend sent heartbeats', () => {
  fc.assert(
    fc.property(fc.integer({ min: 100, max: 600_000 }), (interval) => {
      const timeout = new HeartbeatTimeout(undefined);
      timeout.heartbeat(at(1_000_000));
      expect(timeout.limit).toBe(37_500);
      timeout.heartbeat(at(1_000_000 + interval));
      expect(timeout.limit).toBeGreaterThanOrEqual(interval + 2000);
      expect(timeout.limit).toBeLessThanOrEqual(Math.max(interval * 2.5, interval + 2000));
      expect(timeout.overdue).toBe(interval + 2000);
    }),
  );
});

test('[CL5] heartbeats of two connections, or around a changed clock, teach nothing', () => {
  const timeout = new HeartbeatTimeout(undefined);
  timeout.heartbeat(at(1_000_000));
  timeout.newConnection();
  timeout.heartbeat(at(1_000_500));
  timeout.heartbeat(at(900_000));
  timeout.heartbeat(at(90_000_000));
  timeout.heartbeat('rubbish');
  expect(timeout.limit).toBe(37_500);
});

test('[CL5] a backend with rare heartbeats is given more time after each false alarm', () => {
  const timeout = new HeartbeatTimeout(undefined);
  let alarms = 0;
  // Two heartbeats, ten minutes apart, have to fit into one connection to be learned from.
  for (; timeout.limit < 1_200_000; alarms++) timeout.ranOut();
  expect(alarms).toBeLessThan(7);
  const given = new HeartbeatTimeout(1000);
  given.ranOut();
  expect(given.limit).toBe(3000);
});

test('[CL5] waits grow from what the backend asked for, with jitter, and never beyond 30 s', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1000, max: 4000 }), (retry) => {
      const backOff = new BackOff();
      backOff.asked(retry);
      expect(backOff.next()).toBe(retry);
      const shares = new Set<number>();
      for (let longest = retry * 2; longest < 200_000; longest *= 2) {
        const wait = backOff.next();
        shares.add(wait / Math.min(longest, 30_000));
        expect(wait).toBeGreaterThanOrEqual(Math.min(longest, 30_000) / 2);
        expect(wait).toBeLessThanOrEqual(Math.min(longest, 30_000));
      }
      // Desks that lost the same server must not come back in step.
      expect(shares.size).toBeGreaterThan(1);
      backOff.lasted(500);
      expect(backOff.next()).toBeGreaterThan(14_999);
      backOff.lasted(60_000);
      expect(backOff.next()).toBe(retry);
    }),
  );
});
