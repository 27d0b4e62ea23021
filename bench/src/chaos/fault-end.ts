/** When the fault of a scenario ended; in milliseconds, as of `performance.now()`. */
export class FaultEnd {
  #atMs: number | undefined;

  mark(nowMs: number): void {
    this.#atMs = nowMs;
  }

  /** Returns the time since then, rounded. Throws if the scenario never called `faultIsOver`. */
  elapsedMs(nowMs: number): number {
    if (this.#atMs === undefined) throw new Error('the scenario never called faultIsOver()');
    return Math.round(nowMs - this.#atMs);
  }
}
