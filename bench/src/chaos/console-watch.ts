const LOOK_EVERY_MS = 250;
const GIVE_UP_MS = 30_000;

/** Asks the console API of gateways again and again for what every page asks first. */
export class ConsoleWatch {
  /** The slowest answer, whatever it said. */
  slowestMs = 0;
  readonly #timer: NodeJS.Timeout;

  /** @param urls origins of the gateways that run */
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
      // A gateway that was just ended answers nothing; one that hangs counts.
      if (!(error instanceof DOMException)) return;
    }
    this.slowestMs = Math.max(this.slowestMs, performance.now() - startedMs);
  }
}
