import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Milliseconds; what a page does takes as long as the machine is busy, and only a hang longer. */
const PATIENCE = 300_000;

let shared: Promise<Browser> | undefined;

/**
 * The one of this process and of all files that are tested in it, for as long as it lasts. Names
 * that stories need lead to this machine.
 */
export function sharedBrowser(): Promise<Browser> {
  shared ??= launchBrowser([
    '--host-resolver-rules=MAP office-pc 127.0.0.1, MAP *.example 127.0.0.1',
  ]);
  return shared;
}

/** A real Chromium, the one of the system. */
export async function launchBrowser(further: string[] = []): Promise<Browser> {
  const executablePath = PLACES.find((place) => existsSync(place));
  if (!executablePath) throw new Error('no Chromium found; npm test installs it on Debian');
  const browser = await chromium.launch({
    executablePath,
    timeout: PATIENCE,
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
  browser.on('context', (context) => context.setDefaultTimeout(PATIENCE));
  return browser;
}
