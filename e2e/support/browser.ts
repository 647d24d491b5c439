import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** A real Chromium, the one of the system. */
export function launchBrowser(further: string[] = []): Promise<Browser> {
  const executablePath = PLACES.find((place) => existsSync(place));
  if (!executablePath) throw new Error('no Chromium found; npm test installs it on Debian');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      ...further,
    ],
  });
}
