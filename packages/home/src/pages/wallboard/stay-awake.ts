import { useEffect } from 'react';

/** Keeps the screen from going dark. Browsers allow it in a secure context only. */
export function useStayAwake(): void {
  useEffect(() => {
    const { wakeLock } = navigator as { wakeLock?: WakeLock };
    let lock: WakeLockSentinel | undefined;
    let isGone = false;
    const ask = async () => {
      if (document.visibilityState !== 'visible' || !wakeLock) return;
      // Refused on low battery or by a policy: then the screen does what it always does.
      const granted = await wakeLock.request('screen').catch(() => undefined);
      if (isGone) void granted?.release();
      else lock = granted;
    };
    // The browser takes it back whenever the page is hidden.
    document.addEventListener('visibilitychange', ask);
    void ask();
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', ask);
      void lock?.release();
    };
  }, []);
}
