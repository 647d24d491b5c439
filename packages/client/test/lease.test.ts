import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Lease, type LeaseMessage } from '../src/one-stream-per-browser/lease.ts';
import { PlayedTime } from './support/played-time.ts';
import { Browser, type Tab } from './support/tabs.ts';

class Desk {
  readonly time = new PlayedTime();
  readonly browser = new Browser();
  readonly leases = new Map<Tab, Lease>();
  /** How often a tab has begun to lead. */
  changes = 0;

  open(throttle = 0): Tab {
    const tab = this.browser.newTab(this.time);
    tab.throttle = throttle;
    const channel = tab.open('lease', (message) => lease.take(message as LeaseMessage));
    const lease = new Lease({
      timers: tab.timers,
      post: channel.post,
      lead: () => this.changes++,
      follow: () => {},
    });
    this.leases.set(tab, lease);
    lease.start();
    return tab;
  }

  close(tab: Tab): void {
    this.leases.get(tab)?.stop();
    this.remove(tab);
  }

  remove(tab: Tab): void {
    tab.kill();
    this.leases.delete(tab);
  }

  /** In small steps, so that messages and timers take turns. */
  async pass(milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += 20) {
      this.time.pass(20);
      for (let turn = 0; turn < 4; turn++) await Promise.resolve();
    }
  }

  leaders(): Tab[] {
    return [...this.leases].filter(([, lease]) => lease.leads).map(([tab]) => tab);
  }

  leader(): Tab {
    const [leader, ...others] = this.leaders();
    expect(others).toEqual([]);
    if (!leader) throw new Error('no tab leads');
    return leader;
  }
}

test('[CL6] ten tabs opened together: one leads, and goes on leading', async () => {
  const desk = new Desk();
  for (let i = 0; i < 10; i++) desk.open();
  await desk.pass(1000);
  const leader = desk.leader();
  await desk.pass(60_000);
  expect(desk.leader()).toBe(leader);
  expect(desk.changes).toBe(1);
});

test('[CL6] a tab that is opened later follows', async () => {
  const desk = new Desk();
  const first = desk.open();
  await desk.pass(1000);
  for (let i = 0; i < 9; i++) {
    desk.open();
    await desk.pass(100);
  }
  await desk.pass(1000);
  expect(desk.leader()).toBe(first);
  expect(desk.changes).toBe(1);
});

test.each(['close', 'remove'] as const)(
  '[CL6] %s the leader: another takes over within 3 s',
  async (how) => {
    const desk = new Desk();
    for (let i = 0; i < 10; i++) desk.open();
    await desk.pass(1000);
    for (let left = 9; left > 0; left--) {
      desk[how](desk.leader());
      await desk.pass(3000);
      expect(desk.leaders()).toHaveLength(1);
    }
  },
);

test('[CL6] a frozen leader is replaced, and follows when it is thawed', async () => {
  const desk = new Desk();
  for (let i = 0; i < 4; i++) desk.open();
  await desk.pass(1000);
  const frozen = desk.leader();
  frozen.freeze();
  await desk.pass(3000);
  const [next] = desk.leaders().filter((tab) => tab !== frozen);
  expect(next).toBeDefined();
  frozen.thaw();
  await desk.pass(1000);
  expect(desk.leader()).toBe(next);
});

test('[CL6] a leading tab that is closed says so: nobody waits for its silence', async () => {
  const desk = new Desk();
  for (let i = 0; i < 3; i++) desk.open();
  await desk.pass(1000);
  desk.close(desk.leader());
  await desk.pass(400);
  desk.leader();
  expect(desk.changes).toBe(2);
});

test('[CL6] a leader whose timers hardly run keeps the lead as long as it answers', async () => {
  const desk = new Desk();
  const hidden = desk.open();
  await desk.pass(1000);
  for (let i = 0; i < 3; i++) desk.open();
  await desk.pass(1000);
  hidden.throttle = 60_000;
  await desk.pass(180_000);
  expect(desk.leader()).toBe(hidden);
  expect(desk.changes).toBe(1);
});

test('[CL6] whatever happens to tabs, soon one of those that are awake leads', async () => {
  const step = fc.record({
    what: fc.constantFrom('open', 'close', 'remove', 'freeze', 'thaw', 'nothing'),
    which: fc.nat(),
    wait: fc.integer({ min: 0, max: 1500 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 15 }), async (steps) => {
      const desk = new Desk();
      const frozen = new Set<Tab>();
      for (const { what, which, wait } of steps) {
        const tabs = [...desk.leases.keys()];
        const tab = tabs[which % Math.max(1, tabs.length)];
        if (what === 'open') desk.open();
        else if (tab && (what === 'close' || what === 'remove')) desk[what](tab);
        else if (tab && what === 'freeze') frozen.add(tab) && tab.freeze();
        else if (tab && what === 'thaw') frozen.delete(tab) && tab.thaw();
        await desk.pass(wait);
      }
      await desk.pass(4000);
      const awake = [...desk.leases.keys()].filter((tab) => !frozen.has(tab));
      const leading = desk.leaders().filter((tab) => !frozen.has(tab));
      expect(leading).toHaveLength(awake.length > 0 ? 1 : 0);
    }),
    { numRuns: 60 },
  );
});
