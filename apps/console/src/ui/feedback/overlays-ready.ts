const { promise, resolve } = Promise.withResolvers<void>();

/** Questions that are asked right after a page load wait here for what shows them, which is fetched apart. */
export const overlaysReady = {
  /** What shows questions stands. */
  open: resolve,
  /** Runs once questions can be shown. */
  pass(run: () => void): void {
    void promise.then(run);
  },
};
