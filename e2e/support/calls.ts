import type { Caller, PhoneCall } from '@hookline/contract';
import type { BrowserContext, Locator, Page } from 'playwright-core';
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

/** Marks the moment in which a ring reaches the page, in each page of the desk. */
export async function noteWhatRings(desk: BrowserContext): Promise<void> {
  await desk.addInitScript(() => {
    globalThis.WebSocket = class extends WebSocket {
      constructor(url: string | URL, protocols?: string | string[]) {
        super(url, protocols);
        this.addEventListener('message', ({ data }) => {
          if (String(data).includes('"call.ringing"')) performance.mark('ring');
        });
      }
    };
  });
}

/** How long after the ring all the words stand in the page's telephone (milliseconds). */
export function timeToShow(page: Page, words: readonly string[]): Promise<number> {
  return page.evaluate(async (wanted) => {
    const phone = document.querySelector('aside');
    const isShown = () => {
      const text = phone?.textContent?.replace(/\s/g, '') ?? '';
      return wanted.every((word) => text.includes(word.replace(/\s/g, '')));
    };
    await new Promise<void>((done) => {
      const look = () => (isShown() ? done() : requestAnimationFrame(look));
      look();
    });
    const [ring] = performance.getEntriesByName('ring');
    return performance.now() - (ring?.startTime ?? Number.NEGATIVE_INFINITY);
  }, words);
}
