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
   * May throw: the failure is logged and counted, and the next run follows as usual. Stops early on abort.
   */
  readonly run: (signal: AbortSignal) => Promise<void>;
}
