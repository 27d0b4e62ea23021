const LOOK_EVERY_MS = 500;
const LONGEST = /^tollgate_event_loop_delay\{percentile="max"\} (\S+)/m;

/** Watches how long gateways' event loops stall, using their metrics. */
export class StallWatch {
  /** The longest stall so far. */
  longestMs = 0;
  readonly #timer: NodeJS.Timeout;

  /** @param urls origins of the running gateways */
  constructor(urls: () => readonly string[]) {
    this.#timer = setInterval(() => {
      for (const url of urls()) void this.look(url);
    }, LOOK_EVERY_MS);
  }

  /** Reads the metrics of a gateway once. Ignores one that has ended. */
  async look(url: string): Promise<void> {
    try {
      const text = await (await fetch(`${url}/metrics`)).text();
      const longestMs = Number(LONGEST.exec(text)?.[1] ?? 0) * 1000;
      this.longestMs = Math.max(this.longestMs, longestMs);
    } catch {
      // It was just stopped.
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
