/** Samples that are kept per kind of request. */
const TIMES_MAX = 128;
/** Fewer samples yield no reliable p95. */
const TIMES_MIN = 20;
/** Channels with their models; a new one evicts the oldest. A megabyte at most. */
const KINDS_MAX = 2000;
/** How often the p95 is recomputed. */
const REFRESH_EVERY = 8;

/** Times to first byte of a channel: the last 128 of each model, streamed or not. */
export class FirstByteTimes {
  readonly #kinds = new Map<string, TimeRing>();

  note(channelId: number, model: string, isStream: boolean, ms: number): void {
    const key = `${channelId} ${isStream ? 1 : 0} ${model}`;
    let ring = this.#kinds.get(key);
    if (!ring) {
      if (this.#kinds.size >= KINDS_MAX)
        this.#kinds.delete(this.#kinds.keys().next().value as string);
      this.#kinds.set(key, (ring = new TimeRing()));
    }
    ring.record(ms);
  }

  /** Returns milliseconds; undefined until there are enough samples. */
  p95(channelId: number, model: string, isStream: boolean): number | undefined {
    return this.#kinds.get(`${channelId} ${isStream ? 1 : 0} ${model}`)?.p95();
  }
}

class TimeRing {
  readonly #times = new Float32Array(TIMES_MAX);
  #count = 0;
  #p95: number | undefined;

  record(ms: number): void {
    this.#times[this.#count % TIMES_MAX] = Math.max(0, ms);
    this.#count += 1;
    if (this.#count % REFRESH_EVERY === 0) this.#p95 = undefined;
  }

  p95(): number | undefined {
    if (this.#count < TIMES_MIN) return undefined;
    if (this.#p95 !== undefined) return this.#p95;
    const sorted = this.#times.slice(0, Math.min(this.#count, TIMES_MAX)).sort();
    return (this.#p95 = sorted[Math.ceil(sorted.length * 0.95) - 1] as number);
  }
}
