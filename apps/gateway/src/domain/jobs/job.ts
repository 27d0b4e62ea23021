/** Periodic work. */
export interface Job {
  /** Kebab-case; the name of its row and of its metrics. */
  readonly name: string;
  readonly everyMs: number;
  /**
   * `cluster`: runs on one node at a time; its interval is at least a second. `node`: every process runs
   * its own.
   */
  readonly scope: 'cluster' | 'node';
  /**
   * Ends what is old for good, as by deleting it. A cluster job of this kind waits for a day where it
   * did not run for more than a day: the clock may have jumped ahead, and all would be old at once.
   */
  readonly byAge?: true;
  /**
   * May throw: the failure is logged and counted, and the next run follows as usual. Stops early on abort.
   */
  readonly run: (signal: AbortSignal) => Promise<void>;
}
