import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../e2e/support/browser.ts';
import { presetConfig } from '../packages/server/src/config/load.ts';
import { createServer } from '../packages/server/src/server.ts';
import { JobBoard } from './demo/jobs.ts';
import { CUSTOMERS, people } from './demo/people.ts';
import { takeGuidePictures } from './guide-pictures.ts';
import { leaveNothingBehind } from './leave-nothing-behind.ts';

const images = join(import.meta.dirname, '../docs/images');
const folder = leaveNothingBehind('hookline-screenshots-');
mkdirSync(images, { recursive: true });

/** Not the branches of somebody, who are called like their main house. */
const callers = CUSTOMERS.filter(({ name }) => !name?.includes(','));
const server = serverIn('readme');
const url = await server.start();
const browser = await launchBrowser();
try {
  await playMorning();
  await picture('live', '', { width: 1440, height: 900 }, true);
  await picture('wallboard', '#/wallboard', { width: 1920, height: 1080 }, false);
  await picture('phone', '#/calls', { width: 390, height: 844 }, false);
  await guide();
} finally {
  await browser.close();
  await server.stop();
}

function serverIn(place: string) {
  return createServer(
    presetConfig({
      'app.server.port': 0,
      'app.profiles': ['mock'],
      'app.log.level': 'warn',
      'app.archive.url': `sqlite:${folder}/${place}.db`,
      'app.archive.spool-dir': `${folder}/${place}-spool`,
    }),
  );
}

async function guide(): Promise<void> {
  const office = serverIn('guide');
  const address = await office.start();
  try {
    await takeGuidePictures({
      async open(hash, viewport) {
        const page = await openPage(browser, viewport, 'light');
        await page.goto(`${address}/${hash}`);
        return page;
      },
      send: (method, path, body) => fetch(address + path, { method, body: JSON.stringify(body) }),
      async save(name, shown) {
        await shown.screenshot({ path: join(images, `leitfaden-${name}.png`) });
      },
    });
  } finally {
    await office.stop();
  }
}

/** Enough of everything that every list has something to show. */
async function playMorning(): Promise<void> {
  const jobs = new JobBoard();
  for (let n = 0; n < 24; n++) {
    const { path, body } = jobs.next();
    await post(path, body);
  }
  for (const person of people.slice(0, 6)) {
    const { path, body } = person();
    await post(path, body);
  }
}

async function picture(
  name: string,
  hash: string,
  viewport: { width: number; height: number },
  isRinging: boolean,
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const page = await openPage(browser, viewport, colorScheme);
    await page.goto(`${url}/${hash}`);
    // The telephone is part of the picture: it rings only for pages that are there.
    await page.waitForTimeout(1500);
    const calls = isRinging ? [await ring(), await ring()] : [];
    // What is known of a caller comes a moment after the ring.
    if (isRinging) await page.getByText(/^Letzte Anrufe$|^Noch kein Auftrag und/).waitFor();
    await page.waitForTimeout(1500);
    await page.screenshot({ path: join(images, `${name}-${colorScheme}.png`) });
    for (const id of calls) await post(`/api/mock/calls/${id}/hangup`, {});
    // The page reports the end of a call; closed before, it would leave it ringing in the archive.
    if (isRinging) await page.waitForTimeout(1500);
    await page.context().close();
  }
}

async function openPage(
  browser: Browser,
  viewport: { width: number; height: number },
  colorScheme: 'light' | 'dark',
) {
  const context = await browser.newContext({
    viewport,
    colorScheme,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  });
  // What is offered once is no part of the page that one sees every day.
  await context.addInitScript(() =>
    localStorage.setItem(
      'hookline settings',
      '{"isOfferAnswered":true,"isDeskAnswered":true,"desk":"21","deskName":"Jana"}',
    ),
  );
  return context.newPage();
}

/** Somebody who has not called yet: one name twice in a list looks like a mistake. */
async function ring(): Promise<string> {
  const from = callers.shift()?.number;
  const answer = await post('/api/mock/calls', { from });
  return ((await answer.json()) as { callId: string }).callId;
}

function post(path: string, body: unknown): Promise<Response> {
  return fetch(url + path, { method: 'POST', body: JSON.stringify(body) });
}
