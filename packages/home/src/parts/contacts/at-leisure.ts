/** After each run, so many times as long as it took. */
const REST = 5;

/**
 * Runs at once when it is asked for, and once more if it was asked for meanwhile: what is long must
 * neither pile up nor begin anew with every change.
 */
export function atLeisure(
  run: () => Promise<unknown>,
  pause: (milliseconds: number) => Promise<unknown> = (milliseconds) =>
    new Promise((resolve) => setTimeout(resolve, milliseconds)),
  now: () => number = () => performance.now(),
): () => void {
  let isBusy = false;
  let isDue = false;
  return () => {
    isDue = true;
    if (!isBusy) void work();
  };

  async function work(): Promise<void> {
    isBusy = true;
    while (isDue) {
      isDue = false;
      const begun = now();
      // Who runs it sees the failure; here it only ends the run.
      await run().catch(() => {});
      await pause((now() - begun) * REST);
    }
    isBusy = false;
  }
}
