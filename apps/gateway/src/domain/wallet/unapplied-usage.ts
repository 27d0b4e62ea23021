import { addToTotals, emptyTotals, type UsageRecord, type UsageTotals } from './usage-record.ts';

/** Calls whose log rows follow each other, summed up. */
export interface UsagePart {
  totals: UsageTotals;
  /** Ids of the first and the last row. */
  from: number;
  upTo: number;
  /** Of rows that leave the log with their application. */
  unloggedIds: number[];
}

/** Sums of different calls in a part: writing them takes about a millisecond, while calls wait. */
const SUMS_MAX = 24;

/**
 * What is logged and not applied yet, in parts that are applied one after another, so that usage of
 * a thousand users does not stop the event loop at once.
 */
export class UnappliedUsage {
  readonly #parts: UsagePart[] = [];

  /** Rows come in the order of their ids. */
  add(record: UsageRecord, id: number): void {
    const part = this.#partFor(id);
    addToTotals(part.totals, record);
    part.upTo = id;
    if (!record.logged) part.unloggedIds.push(id);
  }

  first(): UsagePart | undefined {
    return this.#parts[0];
  }

  /** Forgets the first part, which is applied. */
  dropFirst(): void {
    this.#parts.shift();
  }

  #partFor(id: number): UsagePart {
    const last = this.#parts.at(-1);
    if (last && last.totals.hours.size < SUMS_MAX) return last;
    const part = { totals: emptyTotals(), from: id, upTo: id, unloggedIds: [] };
    this.#parts.push(part);
    return part;
  }
}
