import { Worker } from 'node:worker_threads';

const PROGRAM = new URL('stall-watch-worker.ts', import.meta.url);

/** Watches from a thread of its own how long event loops of gateways stand still. */
export class StallWatch {
  /** The longest that a gateway took to answer `/healthz`, which waits for nothing. */
  longestMs = 0;
  readonly #worker = new Worker(PROGRAM);

  constructor() {
    this.#worker.on('message', (ms: number) => {
      this.longestMs = Math.max(this.longestMs, ms);
    });
  }

  /** Watches these gateways from now on. */
  watch(urls: readonly string[]): void {
    this.#worker.postMessage(urls);
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}
