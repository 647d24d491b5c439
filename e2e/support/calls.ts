import type { Caller, PhoneCall } from '@hookline/contract';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from './archive.ts';
import type { Service } from './service.ts';

/** Somebody calls. */
export async function playCall(
  service: Service,
  call: { from?: string; to?: string; scenario?: string },
): Promise<PhoneCall> {
  const answer = await service.post('/api/mock/calls', JSON.stringify(call));
  expect(answer.status).toBe(201);
  return (await answer.json()) as PhoneCall;
}

/** Waits until the archive knows of a caller what the test needs. */
export async function callerIs(
  service: Service,
  number: string,
  isRight: (caller: Caller) => boolean,
): Promise<void> {
  const path = `/api/callers/${encodeURIComponent(number)}`;
  await until(async () => (await (await fetch(service.url + path)).json()) as Caller, isRight);
}

/** The card of a call in the page's telephone. */
export function cardOf(page: Page, name: string): Locator {
  return page.getByRole('article', { name });
}

/** Closes the cards of calls that are over, and waits for all of them to be. */
export async function putAway(page: Page): Promise<void> {
  const cards = page.getByRole('article');
  const closing = cards.getByRole('button', { name: 'Schließen' });
  await expect
    .poll(async () => {
      await closing.evaluateAll((all) => {
        for (const each of all) (each as HTMLElement).click();
      });
      return cards.count();
    })
    .toBe(0);
}

/**
 * Clicks as a hand does: the panel takes no click on what has moved a moment ago, and somebody who
 * means it clicks again.
 */
export async function clickOn(control: Locator): Promise<void> {
  const page = control.page();
  for (let isTaken = false; !isTaken; ) {
    await control.evaluate((element) => {
      const held = window as { isTaken?: boolean };
      held.isTaken = false;
      element.addEventListener('click', () => (held.isTaken = true), { once: true });
    });
    await control.click();
    isTaken = await page.evaluate(() => (window as { isTaken?: boolean }).isTaken === true);
  }
}
