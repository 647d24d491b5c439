import { expect, test } from 'vitest';
import { CallMonitor } from '../../packages/server/test/telephony/call-monitor.ts';
import { until } from '../support/archive.ts';
import { sharedBrowser } from '../support/browser.ts';
import { cardOf } from '../support/calls.ts';
import { expectAccessible, openDesk, openHome } from '../support/home.ts';
import { startService } from '../support/service.ts';

const CALLER = '03023125101';
const OWN = '66969100';

test('[TS4] [TS5] [TS10] a FRITZ!Box rings on the page, which can watch and not answer', async () => {
  const box = await CallMonitor.start();
  const service = await startService([], {
    APP_TELEPHONY_SYSTEM: 'fritzbox',
    APP_TELEPHONY_FRITZBOX_HOST: '127.0.0.1',
    APP_TELEPHONY_FRITZBOX_PORT: String(box.port),
    APP_TELEPHONY_DESKS: '21=610,22=611',
    APP_PHONE_AREA_CODE: '040',
  });
  await service.post('/api/webhook/kunden', `{"name":"Bäckerei Krumenglück","tel":"${CALLER}"}`);
  // At night, with no page open.
  await box.lines(
    `02.03.26 02:41:09;RING;0;${CALLER};${OWN};SIP0;`,
    '02.03.26 02:41:30;DISCONNECT;0;0;',
  );
  const missed = async () =>
    (await (await fetch(`${service.url}/api/calls?missed=true`)).json()).items;
  await until(missed, (items?: unknown[]) => items?.length === 1);

  const desk = await openDesk(await sharedBrowser());
  const page = await openHome(desk, service.url);
  const panel = page.getByRole('complementary', { name: 'Telefon' });
  await panel.getByText('Bäckerei Krumenglück').waitFor();
  await page.getByRole('button', { name: 'Einstellungen' }).click();
  await page.getByLabel('Mein Telefon').selectOption('Platz 21');
  await page.keyboard.press('Escape');
  await panel.getByText('Platz 21').waitFor();
  // The box dials for nobody without a user: no field for it, and numbers are the machine's.
  expect(await panel.getByLabel('Nummer wählen').count()).toBe(0);

  await box.lines(`02.03.26 08:41:09;RING;0;${CALLER};${OWN};SIP0;`);
  const card = cardOf(page, 'Bäckerei Krumenglück');
  await card.getByText('Eingehender Anruf').waitFor();
  await expect.poll(() => page.title()).toContain('☎');
  expect(await card.getByRole('button', { name: 'Annehmen' }).count()).toBe(0);
  await box.lines(`02.03.26 08:41:14;CONNECT;0;10;${CALLER};`);
  await card.getByText('Im Gespräch').waitFor();
  await box.lines('02.03.26 08:42:14;DISCONNECT;0;60;');
  await card.getByText('Beendet').waitFor();

  await box.lines(
    `02.03.26 09:41:09;RING;0;${CALLER};${OWN};SIP0;`,
    `02.03.26 09:41:19;CONNECT;0;40;${CALLER};`,
  );
  await cardOf(page, 'Bäckerei Krumenglück').getByText('Anrufbeantworter').waitFor();

  await box.stop();
  await panel.getByText('Keine Verbindung zum Telefon').filter({ visible: true }).waitFor();
  await panel.getByText('#96*5*').waitFor();
  await expectAccessible(page);
});
