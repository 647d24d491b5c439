import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../server/test/support/written-archive.ts';
import { realTimers } from '../../src/timers.ts';
import { Browser, type Tab } from '../support/tabs.ts';
import { archivedCalls } from './support/archive-reader.ts';
import { BAKERY, type Office, type Phone, phone, runOfficeWithArchive } from './support/office.ts';

interface Desk extends Phone {
  readonly tab: Tab;
  /** What it told the archive: `call.ringing` and the like, and `addresses`. */
  readonly told: string[];
}

function openTabs(office: Office, browser: Browser, count: number): Desk[] {
  return Array.from({ length: count }, () => {
    const tab = browser.newTab(realTimers);
    const told: string[] = [];
    const listening = async (url: string, init: RequestInit) => {
      // The tab may hear for a moment longer here, but a tab that is gone tells nobody.
      if (!browser.tabs.has(tab)) throw new Error('the tab is gone');
      const answer = await fetch(url, init);
      const words = String(init.body).match(/call\.\w+(?=")/g) ?? ['addresses'];
      if (answer.ok) told.push(...words);
      return answer;
    };
    const options = { url: office.socket, baseUrl: office.url, report: true, fetch: listening };
    return { tab, told, ...phone({ ...options, tabs: tab.open, timers: tab.timers }) };
  });
}

const leads = ({ now }: Desk) => now().reports.leading;
const settle = async (desks: readonly Desk[], calls: number) => {
  for (const { until } of desks) {
    await until((now) => now.calls.filter(({ state }) => state === 'ended').length === calls);
    await until((now) => now.phoneBook.source === 'cache' && now.reports.waiting === 0);
  }
};

test('[CL7] ten tabs hear every call, and one of them reports', async () => {
  const office = await runOfficeWithArchive(temporaryFolder());
  const desks = openTabs(office, new Browser(), 10);
  for (const { until } of desks) await until(({ state }) => state === 'live');
  await office.send('POST', '/api/mock/calls', { from: BAKERY, scenario: 'answered' });
  await settle(desks, 1);
  expect(desks.flatMap(({ told }) => told).sort()).toEqual([
    'addresses',
    'call.connected',
    'call.ended',
    'call.ringing',
  ]);
  expect(desks.filter(leads)).toHaveLength(1);
  expect(desks.filter(({ told }) => told.length > 0)).toEqual(desks.filter(leads));
  await expect.poll(async () => (await archivedCalls(office)).length).toBe(1);
});

test.each(['closed', 'killed'])(
  '[CL7] the tab that reports is %s in the middle of a call: another one reports the rest',
  async (how) => {
    const office = await runOfficeWithArchive(temporaryFolder());
    const browser = new Browser();
    const desks = openTabs(office, browser, 4);
    for (const { until } of desks) {
      await until(({ state, phoneBook }) => state === 'live' && phoneBook.source === 'cache');
    }
    await expect.poll(() => desks.filter(leads).length).toBe(1);
    await settle(desks, 0);
    const { callId } = await (
      await office.send('POST', '/api/mock/calls', { from: BAKERY })
    ).json();
    const [first] = desks.filter(leads);
    if (!first) throw new Error('no tab reports');
    await expect.poll(() => first.told).toContain('call.ringing');
    if (how === 'killed') first.tab.kill();
    else first.telephony.stop();
    const others = desks.filter((desk) => desk !== first);
    // Nobody may lead at this moment.
    await office.send('POST', `/api/mock/calls/${callId}/answer`);
    await office.send('POST', `/api/mock/calls/${callId}/hangup`);
    await settle(others, 1);
    expect(others.filter(leads)).toHaveLength(1);
    expect(others.flatMap(({ told }) => told).sort()).toEqual(['call.connected', 'call.ended']);
    await expect
      .poll(async () => (await archivedCalls(office)).map(({ state }) => state))
      .toEqual(['ended']);
  },
);
