import type { Browser } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { sharedBrowser } from '../support/browser.ts';
import { playCall } from '../support/calls.ts';
import { openDesk, openHome } from '../support/home.ts';
import { emptiedService } from '../support/shared-service.ts';

let browser: Browser;
beforeAll(async () => {
  browser = await sharedBrowser();
});
const office = emptiedService(['--profile', 'mock']);

test('[HP4] a missed call is called back once, and settled on every screen', async () => {
  const service = await office();
  const colleague = await openHome(await openDesk(browser), service.url, '#/calls/missed');
  await colleague.getByText('Nichts verpasst').waitFor();

  // Nobody is at the desk while it rings.
  for (const from of ['030 23125-103', '030 23125-104']) {
    const { callId } = await playCall(service, { from });
    await service.post(`/api/mock/calls/${callId}/hangup`, '');
  }
  const page = await openHome(await openDesk(browser), service.url, '#/live');
  await page.getByRole('link', { name: /Anrufe.*2 verpasst/ }).click();
  await page.getByRole('link', { name: /^Verpasst/ }).click();
  expect(new URL(page.url()).hash).toBe('#/calls/missed');
  const missed = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Weißzahn' });
  await missed.getByText('Verpasst', { exact: true }).waitFor();
  await missed.getByRole('button', { name: /^Mehr zu Dentallabor/ }).click();
  await missed.getByText('Kupfergasse 9, 10117 Berlin').waitFor();

  await missed.getByRole('button', { name: 'Zurückrufen' }).click();
  const theirs = colleague.getByRole('main').getByRole('listitem').filter({ hasText: 'Weißzahn' });
  await theirs.getByText('Wird gerade angerufen').waitFor();
  await page
    .getByRole('article', { name: 'Dentallabor Weißzahn' })
    .getByText('Im Gespräch')
    .waitFor();
  await missed.getByText('Erledigt', { exact: true }).waitFor();
  await theirs.getByText('Erledigt', { exact: true }).waitFor();
  await page.keyboard.press('Alt+x');
  await missed.getByRole('button', { name: 'Wieder öffnen' }).waitFor();
  await theirs.getByRole('button', { name: 'Wieder öffnen' }).waitFor();

  // The other one by hand, and back again.
  const other = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Paragraf' });
  await other.getByRole('button', { name: 'Erledigt' }).click();
  await other.getByRole('button', { name: 'Wieder öffnen' }).waitFor();
  await colleague.getByLabel('Nur offene').check();
  await colleague.getByText('Alles erledigt').waitFor();
  await other.getByRole('button', { name: 'Wieder öffnen' }).click();
  const reopened = colleague
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: 'Paragraf' });
  await reopened.getByRole('button', { name: 'Zurückrufen' }).waitFor();
});

test('[HP15] missed calls of one number are one row, which is settled as one', async () => {
  const service = await office();
  const missed = async (from: string) => {
    const { callId } = await playCall(service, { from });
    await service.post(`/api/mock/calls/${callId}/hangup`, '');
  };
  const page = await openHome(await openDesk(browser), service.url, '#/calls/missed?open=1');
  const list = page.getByRole('main');
  const row = (name: string) =>
    list.locator('ul.rows > li').filter({ has: page.getByRole('link', { name }) });
  await missed('030 23125-103');
  await missed('030 23125-104');
  await missed('+49 30 23125103');
  await missed('030/23125-103');
  const several = row('Dentallabor Weißzahn');
  await several.getByText('3 Anrufe').waitFor();
  await row('Paragraf').getByText('Verpasst', { exact: true }).waitFor();
  expect(await list.locator('ul.rows > li').count()).toBe(2);
  expect(await several.innerText()).toContain('3×');
  expect(await row('Paragraf').innerText()).not.toContain('×');

  // By key: unfolded, each has its own time, note and state.
  const unfold = several.getByRole('button', { name: /^Mehr zu Dentallabor/ });
  await unfold.press('Enter');
  const singles = several.getByRole('listitem').filter({ has: page.locator('time') });
  await expect.poll(() => singles.getByRole('button', { name: /^Erledigt:/ }).count()).toBe(3);
  await singles.nth(1).getByRole('button', { name: 'Notiz schreiben' }).click();
  await singles.nth(1).getByRole('textbox').fill('wartet auf Rückruf');
  await singles.nth(1).getByRole('textbox').press('Tab');
  await singles.nth(1).getByText('wartet auf Rückruf').waitFor();
  await singles
    .nth(2)
    .getByRole('button', { name: /^Erledigt:/ })
    .press('Enter');
  await singles
    .nth(2)
    .getByRole('button', { name: /^Wieder öffnen:/ })
    .waitFor();

  // Folded, a note is still in sight; what is left is settled together.
  await unfold.press('Enter');
  await several.getByRole('button', { name: /^Notiz ändern: wartet/ }).waitFor();
  await several.getByRole('button', { name: 'Erledigt', exact: true }).press('Enter');
  await several.getByRole('button', { name: 'Wieder öffnen' }).waitFor();
  const open = async () =>
    (await (await fetch(`${service.url}/api/calls?missed=true&settled=false`)).json()).items.map(
      ({ number }: { number: string }) => number.replace(/\D/g, '').slice(-3),
    );
  await expect.poll(open).toEqual(['104']);

  // In the list of all missed ones they are one row of their day, and what was settled can be opened.
  await page.getByLabel('Nur offene').uncheck();
  await several.getByText('3 Anrufe').waitFor();
  await several.getByRole('button', { name: 'Wieder öffnen' }).press('Enter');
  await several.getByRole('button', { name: 'Zurückrufen' }).waitFor();
  await expect.poll(async () => (await open()).length).toBe(4);
});

test('[HP10] a held list of open calls says what was settled, here or elsewhere, whichever answer comes first', async () => {
  const service = await office();
  const page = await openHome(await openDesk(browser), service.url, '#/calls/missed?open=1');
  for (const from of ['030 23125-103', '030 23125-104', '030 23125-105']) {
    const { callId } = await playCall(service, { from });
    await service.post(`/api/mock/calls/${callId}/hangup`, '');
  }
  const row = (name: string) =>
    page.getByRole('main').getByRole('listitem').filter({ hasText: name });
  const openCalls = '/api/calls?missed=true&settled=false';
  /** Another desk does. */
  const settle = async (who: string) => {
    const { items } = await (await fetch(service.url + openCalls)).json();
    const { id } = items.find(({ name }: { name: string }) => name.includes(who));
    await fetch(`${service.url}/api/calls/${id}`, { method: 'PATCH', body: '{"settled":true}' });
  };
  await row('Bogenrecht').waitFor();

  // By a key, of which the answer comes after that of a list which no longer has the call.
  await row('Weißzahn').getByRole('button', { name: 'Erledigt' }).hover();
  const listed = page.waitForResponse(
    async (answer) =>
      answer.url().includes(openCalls) && !(await answer.text()).includes('Weißzahn'),
  );
  await page.route('**/api/calls/*', async (route) => {
    const answer = await route.fetch();
    await listed;
    await route.fulfill({ response: answer });
  });
  await row('Weißzahn').getByRole('button', { name: 'Erledigt' }).press('Enter');
  await row('Weißzahn').getByRole('button', { name: 'Wieder öffnen' }).waitFor();

  // By another desk: nobody is called back twice because a pointer rests in the list.
  await settle('Paragraf');
  await row('Paragraf').getByRole('button', { name: 'Wieder öffnen' }).waitFor();
  expect(await row('Paragraf').getByRole('button', { name: 'Zurückrufen' }).count()).toBe(0);
  await row('Paragraf').getByRole('button', { name: 'Wieder öffnen' }).press('Enter');
  await row('Paragraf').getByRole('button', { name: 'Zurückrufen' }).waitFor();

  // The cards of the telephone hold as the list does.
  const card = page.getByRole('button', { name: /^Erledigt: Druckerei/ });
  await card.hover();
  await settle('Bogenrecht');
  await card.waitFor({ state: 'detached' });
});

test('[HP4] a dispatcher finds a call among many, by its number in any spelling and by its day', async () => {
  const service = await office();
  const calls = Array.from({ length: 120 }, (_, at) => ({
    callId: `c${at}`,
    direction: 'in',
    state: 'ended',
    endCause: 'normal',
    durationSec: 61,
    from: { number: `+4930231252${String(at).padStart(2, '0')}`, name: `Anrufer ${at}` },
    startedAt: new Date(Date.UTC(2026, 0, 1 + Math.floor(at / 10), 9, at % 60)).toISOString(),
  }));
  const hostile = {
    callId: 'x',
    direction: 'in',
    state: 'ended',
    endCause: '<b>',
    startedAt: '2026-01-20',
    from: {
      number: 'javascript:alert(1)',
      name: `<img src=x onerror=alert(1)>\u202e${'W'.repeat(9000)}`,
    },
    note: { deep: [[[[]]]] },
  };
  await service.post('/api/calls', JSON.stringify([...calls, hostile]));
  const page = await openHome(await openDesk(browser), service.url, '#/calls');
  const rows = page.getByRole('main').getByRole('listitem');
  await page.getByText('Anrufer 119', { exact: true }).waitFor();
  expect(await rows.count()).toBe(50);
  await page.getByRole('button', { name: 'Mehr laden' }).click();
  await page.getByText('Anrufer 21', { exact: true }).waitFor();

  await page.getByLabel('Nummer', { exact: true }).fill('0049 (30) 23125-205');
  await page.getByText('Anrufer 5', { exact: true }).waitFor();
  expect(await rows.count()).toBe(1);
  await rows.getByText('Angenommen, 1:01').waitFor();
  await page.getByLabel('Nummer', { exact: true }).fill('');
  await page.getByLabel('Von').fill('2026-01-03');
  await page.getByLabel('Bis').fill('2026-01-03');
  await page.getByRole('heading', { name: 'Samstag, 3. Januar 2026' }).waitFor();
  await page.getByText('Anrufer 20', { exact: true }).waitFor();
  expect(await rows.count()).toBe(10);
});

test('[HP2] what telephone systems get wrong looks right', async () => {
  const service = await office();
  const page = await openHome(await openDesk(browser), service.url, '#/calls');
  await page.getByText('Platz 21', { exact: true }).waitFor();
  const card = (name: string) => page.getByRole('article', { name, exact: true });
  await playCall(service, { from: '030 23125-103', scenario: 'late-name' });
  await playCall(service, { from: '030 23125-105', scenario: 'no-answer-event' });
  await playCall(service, { from: '030 23125-108', scenario: 'changed-id' });
  await playCall(service, { from: '030 23125-111', scenario: 'overlapping' });

  await card('Dentallabor Weißzahn').getByText('Eingehender Anruf').waitFor();
  await card('Apotheke zum Goldenen Mörser').getByText('Im Gespräch').waitFor();
  expect(await card('Apotheke zum Goldenen Mörser').count()).toBe(1);
  // The second ring of the same caller stands beside the first, which then is over.
  await card('Blumen Wiesengrün').getByText('Verpasst').waitFor();
  await card('Blumen Wiesengrün')
    .getByText(/Eingehender Anruf|Im Gespräch/)
    .waitFor();
  expect(await card('Blumen Wiesengrün').count()).toBe(2);
  await card('Druckerei Bogenrecht')
    .getByText(/^Beendet, 0:0/)
    .waitFor();
  await card('Apotheke zum Goldenen Mörser')
    .getByText(/^Beendet, 0:0/)
    .waitFor();
  expect(await page.getByRole('article').count()).toBe(5);
  const list = page.getByRole('main');
  await list
    .getByRole('listitem')
    .filter({ hasText: 'Goldenen' })
    .getByText(/^Angenommen/)
    .waitFor();
  expect(await list.getByRole('listitem').filter({ hasText: 'Goldenen' }).count()).toBe(1);
});

test('[HP13] counts are of callers, in every place and beside the icon, whatever was loaded', async () => {
  const service = await office();
  const day = Date.now() - 3_600_000;
  // Some had called before, more calls ago than a list reads at once.
  const callers = Array.from({ length: 600 }, (_, n) => n);
  const [before, later] = [callers.slice(0, 115), callers.slice(115)];
  const again = [...callers.slice(0, 3), ...callers.slice(0, 12)];
  const calls = [...before, ...again, ...later].map((who, n) => ({
    callId: `c${n}`,
    startedAt: new Date(day + n * 1000).toISOString(),
    direction: 'in',
    state: 'ended',
    from: { number: `+4930555${1000 + who}` },
  }));
  expect((await service.post('/api/calls', JSON.stringify(calls))).ok).toBe(true);
  const page = await openHome(await openDesk(browser), service.url, '#/calls/missed?open=1');
  const link = page.getByRole('link', { name: 'Anrufe 600 verpasst' });
  await link.waitFor();
  await page.getByText('600 offen', { exact: true }).waitFor();
  await page.getByRole('heading', { name: 'Verpasst und offen: 600' }).waitFor();
  const row = (of: string) =>
    page.getByRole('main').locator('ul.rows > li').filter({ hasText: of });
  await row('5551001').getByText('3×').waitFor();
  await row('5551005').getByText('2×').waitFor();
  expect(await page.locator('body').innerText()).not.toMatch(/\d\+×/);
  const [icon, badge] = await Promise.all(
    ['svg', '[data-kind]'].map((part) => link.locator(part).boundingBox()),
  );
  expect(badge?.x ?? 0).toBeGreaterThanOrEqual((icon?.x ?? 0) + (icon?.width ?? 0) - 3);
  expect(await link.getByText('99+').isVisible()).toBe(true);

  // Across the room, a number that is broken in two is two numbers.
  await page.goto(`${service.url}/#/wallboard`);
  const waiting = page.getByRole('heading', { name: 'Rückrufe offen' });
  for (const [width, height] of [
    [1440, 900],
    [1920, 1080],
    [390, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    const value = waiting.locator('xpath=following-sibling::p[1]');
    await expect.poll(() => value.textContent()).toBe('600');
    const { lines, isCut } = await value.evaluate((element) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      return {
        lines: range.getClientRects().length,
        isCut: element.scrollWidth > element.clientWidth,
      };
    });
    expect({ lines, isCut }).toEqual({ lines: 1, isCut: false });
  }
});
