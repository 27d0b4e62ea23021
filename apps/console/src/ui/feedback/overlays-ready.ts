const { promise, resolve } = Promise.withResolvers<void>();

/**
 * Delays confirmations requested right after a page load until their host, which is loaded separately, is
 * ready.
 */
export const overlaysReady = {
  /** Called when the host of confirmations is mounted. */
  open: resolve,
  /** Runs once confirmations can be shown. */
  pass(run: () => void): void {
    void promise.then(run);
  },
};
