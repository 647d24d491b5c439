import type { Browser } from 'playwright-core';
import { onTestFinished } from 'vitest';

/** Puts a browser to sleep where it stands, as a laptop whose lid is closed does. */
export async function sleeper(browser: Browser): Promise<{ sleep(): void; wake(): void }> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const processes = processInfo.filter(({ type }) => type !== 'browser');
  const signal = (name: NodeJS.Signals) => {
    for (const { id } of processes) {
      try {
        process.kill(id, name);
      } catch {
        // It has ended by itself.
      }
    }
  };
  const wake = () => signal('SIGCONT');
  // Asleep, it could not be closed either.
  onTestFinished(wake);
  return { sleep: () => signal('SIGSTOP'), wake };
}
