/** The outcome of an attempt on a channel, for statistics. */
export type Outcome = 'ok' | 'slow' | 'fault';

export type OutcomeSums = Readonly<Record<Outcome, number>>;

const BUCKETS = 6;
const BUCKET_MS = 10_000;
const FIELDS: readonly Outcome[] = ['ok', 'slow', 'fault'];

/** Outcomes of the last minute, in buckets of ten seconds; of constant size. */
export class OutcomeWindow {
  readonly #counts = new Uint32Array(BUCKETS * FIELDS.length);
  readonly #stamps = new Float64Array(BUCKETS).fill(-1);

  note(nowMs: number, outcome: Outcome): void {
    const stamp = Math.floor(nowMs / BUCKET_MS);
    const bucket = stamp % BUCKETS;
    const start = bucket * FIELDS.length;
    if (this.#stamps[bucket] !== stamp) {
      this.#stamps[bucket] = stamp;
      this.#counts.fill(0, start, start + FIELDS.length);
    }
    const index = start + FIELDS.indexOf(outcome);
    this.#counts[index] = (this.#counts[index] ?? 0) + 1;
  }

  sums(nowMs: number): OutcomeSums {
    const oldest = Math.floor(nowMs / BUCKET_MS) - BUCKETS + 1;
    const sums = { ok: 0, slow: 0, fault: 0 };
    for (const [bucket, stamp] of this.#stamps.entries()) {
      if (stamp < oldest) continue;
      for (const [field, outcome] of FIELDS.entries())
        sums[outcome] += this.#counts[bucket * FIELDS.length + field] ?? 0;
    }
    return sums;
  }
}
