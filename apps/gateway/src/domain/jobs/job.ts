/** Something that is done again and again. */
export interface Job {
  /** Kebab-case; the name of its row and of its metrics. */
  readonly name: string;
  readonly everyMs: number;
  /**
   * `cluster`: one node runs it, and only one at a time; its interval is at least a second.
   * `node`: every process runs it for itself.
   */
  readonly scope: 'cluster' | 'node';
  /** May throw: the failure is logged and counted, and the next turn comes as usual. Stops early on abort. */
  readonly run: (signal: AbortSignal) => Promise<void>;
}
