/** Lets timers of so many milliseconds end after a hundredth of that. */
export function shortenTimers(shortenedMs: number): void {
  const { setTimeout: start } = globalThis;
  const startShortened = (run: () => void, milliseconds?: number) =>
    start(run, milliseconds === shortenedMs ? milliseconds / 100 : milliseconds);
  globalThis.setTimeout = Object.assign(startShortened, start) as typeof start;
}

// Preloaded into a gateway process, so that no test waits for its periodic work.
if (process.env['SHORTENED_MS']) shortenTimers(Number(process.env['SHORTENED_MS']));
