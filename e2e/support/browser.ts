import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];
/** The same engine without the windows of a browser around it: a page opens for half the work. */
const SHELL = ['/usr/bin/chromium-headless-shell', ...CHROMIUM];
/** `HEADED=1`, for whoever wants to watch a story. */
const isSeen = process.env['HEADED'] !== undefined;

/** Stories leave a page after seconds: code that is made faster for later is never paid back. */
const SHORT_LIVED = '--js-flags=--no-opt,--no-maglev';

/** Milliseconds; what a page does takes as long as the machine is busy, and only a hang longer. */
const TIMEOUT = 300_000;

let shared: Promise<Browser> | undefined;

/**
 * The one of this process and of all files that are tested in it, for as long as it lasts. Names
 * that stories need lead to this machine. It shows no notifications.
 */
export function sharedBrowser(): Promise<Browser> {
  const names = '--host-resolver-rules=MAP office-pc 127.0.0.1, MAP *.example 127.0.0.1';
  shared ??= launch(isSeen ? CHROMIUM : SHELL, [names, SHORT_LIVED]);
  return shared;
}

/** A real Chromium, the one of the system. @needs chromium */
export function launchBrowser(further: string[] = []): Promise<Browser> {
  return launch(CHROMIUM, further);
}

async function launch(places: readonly string[], further: string[]): Promise<Browser> {
  const executablePath = places.find((place) => existsSync(place));
  if (!executablePath) throw new Error('no Chromium found; npm test installs it on Debian');
  const browser = await chromium.launch({
    executablePath,
    headless: !isSeen,
    timeout: TIMEOUT,
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
  browser.on('context', (context) => context.setDefaultTimeout(TIMEOUT));
  return browser;
}
