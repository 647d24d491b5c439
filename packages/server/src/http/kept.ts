/** What was taken is kept somewhere that outlives the process. */
export interface Keeper {
  /** Calls back when it is; false, and no call, if there is nothing to wait for. */
  readonly whenKept: (go: () => void) => boolean;
}

/** Done when whatever was accepted before is kept. */
export function kept(keeper: Keeper): Promise<void> {
  return new Promise((resolve) => {
    if (!keeper.whenKept(resolve)) resolve();
  });
}
