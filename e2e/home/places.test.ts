import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { callerIs } from '../support/calls.ts';
import { openDesk, openHome } from '../support/home.ts';
import type { Service } from '../support/service.ts';
import { emptiedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = emptiedService(['--profile', 'mock']);

const report = async (service: Service, path: string, what: unknown) => {
  const answer = await service.post(path, JSON.stringify(what));
  expect(answer.status).toBe(202);
};

test('[HP12] every page has a title of its own, and so has every job and contact', async () => {
  const service = await office();
  await report(service, '/api/webhook/jobs', { jobId: 'D-1001', status: 'neu' });
  const number = '030 23125-301';
  await report(service, '/api/webhook/kunden', { name: 'Labor Süß', telefon: number });
  await callerIs(service, number, ({ match }) => match === 'exact');
  // Nothing is new to who comes now.
  await fetch(`${service.url}/api/webhook/history`, { method: 'DELETE' });
  const page = await openHome(await openDesk(browser), service.url);
  for (const [hash, title] of [
    ['#/calls', 'Anrufe – Hookline'],
    ['#/contacts', 'Telefonbuch – Hookline'],
    [`#/contacts/${encodeURIComponent(number)}`, 'Labor Süß – Telefonbuch – Hookline'],
    ['#/contacts/030 23125-399', '030 23125399 – Telefonbuch – Hookline'],
    ['#/jobs', 'Aufträge – Hookline'],
    ['#/jobs/D-1001', 'D-1001 – Aufträge – Hookline'],
    ['#/archive', 'Archiv – Hookline'],
    ['#/wallboard', 'Wandtafel – Hookline'],
    ['#/live', 'Live – Hookline'],
  ] as const) {
    await page.goto(`${service.url}/${hash}`);
    await expect.poll(() => page.title()).toBe(title);
  }
  await page.goto(`${service.url}/#/jobs/D-1001`);
  await report(service, '/api/webhook/jobs', { jobId: 'D-1002', status: 'neu' });
  await expect.poll(() => page.title()).toBe('(1) D-1001 – Aufträge – Hookline');
});
