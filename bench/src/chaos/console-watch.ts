const LOOK_EVERY_MS = 250;
const GIVE_UP_MS = 30_000;

/** Polls the gateways' console API for what every page requests first. */
export class ConsoleWatch {
  /** Time of the slowest response, whatever its status. */
  slowestMs = 0;
  readonly #timer: NodeJS.Timeout;

  /** @param urls origins of the running gateways */
  constructor(urls: () => readonly string[]) {
    this.#timer = setInterval(() => {
      for (const url of urls()) void this.#ask(url);
    }, LOOK_EVERY_MS);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  async #ask(url: string): Promise<void> {
    const startedMs = performance.now();
    try {
      const signal = AbortSignal.timeout(GIVE_UP_MS);
      const response = await fetch(`${url}/api/status`, { signal });
      await response.text();
    } catch (error) {
      // A gateway that was just stopped does not respond; only a timeout counts.
      if (!(error instanceof DOMException)) return;
    }
    this.slowestMs = Math.max(this.slowestMs, performance.now() - startedMs);
  }
}
