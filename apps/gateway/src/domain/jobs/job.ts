/** Periodic work. */
export interface Job {
  /** Kebab-case; the name of its row and its metrics. */
  readonly name: string;
  readonly everyMs: number;
  /**
   * `cluster`: runs on one node at a time, at intervals of at least a second. `node`: runs in every process.
   */
  readonly scope: 'cluster' | 'node';
  /**
   * Permanently removes what is old, for example by deleting it. A cluster job of this kind that has not run
   * for more than a day waits for another day: the clock may have jumped forward, making everything old at
   * once.
   */
  readonly byAge?: true;
  /**
   * May throw: the failure is logged and counted, and the next run follows as usual. Returns early when
   * aborted.
   */
  readonly run: (signal: AbortSignal) => Promise<void>;
}
