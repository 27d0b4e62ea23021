import type { TrafficSide } from '@tollgate/contract';
import { type Clock, nowSeconds } from '../../platform/clock.ts';
import type { Store } from '../../store/open-store.ts';
import {
  addTrafficFigures,
  type TrafficFiguresRow,
  type TrafficLatencyRow,
} from '../../store/traffic-repository.ts';
import { bucketOf } from './latency-buckets.ts';

/** One request on one side of a rule. */
export interface TrafficSample {
  ruleId: number;
  side: TrafficSide;
  failed: boolean;
  /** Milliseconds to the first byte and to the end; undefined if not meaningful. */
  beginMs?: number | undefined;
  totalMs?: number | undefined;
  promptTokens: number;
  completionTokens: number;
  /** Cost in quota at list price. */
  cost: number;
}

interface Sums {
  row: TrafficFiguresRow;
  begin: Map<number, number>;
  total: Map<number, number>;
}

const HOUR = 3600;
/**
 * Maximum number of sums kept while the database is unreachable: a hundred rules, three sides, three hours.
 */
const SUMS_MAX = 1000;

/** Sums the figures of requests under traffic rules in memory, and stores them in batches. */
export class TrafficStatsRecorder {
  readonly #store: Pick<Store, 'transaction'>;
  readonly #clock: Clock;
  #sums = new Map<string, Sums>();

  constructor(store: Pick<Store, 'transaction'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
  }

  note(sample: TrafficSample): void {
    const now = nowSeconds(this.#clock);
    const sums = this.#sumsOf(sample.ruleId, now - (now % HOUR), sample.side);
    if (!sums) return;
    const { row } = sums;
    row.calls += 1;
    if (sample.failed) row.errors += 1;
    row.prompt_tokens += sample.promptTokens;
    row.completion_tokens += sample.completionTokens;
    row.cost += sample.cost;
    if (sample.beginMs !== undefined) count(sums.begin, bucketOf(sample.beginMs), 1);
    if (sample.totalMs !== undefined) count(sums.total, bucketOf(sample.totalMs), 1);
  }

  /** Stores the sums so far. If that fails, they are kept for the next time. */
  async flush(): Promise<void> {
    if (this.#sums.size === 0) return;
    const flushed = this.#sums;
    this.#sums = new Map();
    const all = [...flushed.values()];
    const latencies = all.flatMap(({ row, begin, total }) => [
      ...rowsOf(row, 'begin', begin),
      ...rowsOf(row, 'total', total),
    ]);
    try {
      await this.#store.transaction((trx) =>
        addTrafficFigures(
          trx,
          all.map(({ row }) => row),
          latencies,
        ),
      );
    } catch (error) {
      for (const [key, sums] of flushed) this.#putBack(key, sums);
      throw error;
    }
  }

  #sumsOf(ruleId: number, hour: number, side: TrafficSide): Sums | undefined {
    const key = `${ruleId} ${hour} ${side}`;
    let sums = this.#sums.get(key);
    if (sums || this.#sums.size >= SUMS_MAX) return sums;
    const row = {
      rule_id: ruleId,
      hour,
      side,
      calls: 0,
      errors: 0,
      prompt_tokens: 0,
      completion_tokens: 0,
      cost: 0,
    };
    sums = { row, begin: new Map(), total: new Map() };
    this.#sums.set(key, sums);
    return sums;
  }

  #putBack(key: string, { row, begin, total }: Sums): void {
    const newer = this.#sums.get(key);
    if (!newer) {
      if (this.#sums.size < SUMS_MAX) this.#sums.set(key, { row, begin, total });
      return;
    }
    for (const field of FIELDS) newer.row[field] += row[field];
    for (const [bucket, calls] of begin) count(newer.begin, bucket, calls);
    for (const [bucket, calls] of total) count(newer.total, bucket, calls);
  }
}

const FIELDS = ['calls', 'errors', 'prompt_tokens', 'completion_tokens', 'cost'] as const;

function count(buckets: Map<number, number>, bucket: number, calls: number): void {
  buckets.set(bucket, (buckets.get(bucket) ?? 0) + calls);
}

function rowsOf(
  { rule_id, hour, side }: TrafficFiguresRow,
  measure: TrafficLatencyRow['measure'],
  buckets: ReadonlyMap<number, number>,
): TrafficLatencyRow[] {
  return [...buckets].map(([bucket, calls]) => ({ rule_id, hour, side, measure, bucket, calls }));
}
