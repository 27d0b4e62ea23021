import { addToTotals, emptyTotals, type UsageRecord, type UsageTotals } from './usage-record.ts';

/** The sum of calls with consecutive log rows. */
export interface UsagePart {
  totals: UsageTotals;
  /** Ids of the first and last row. */
  from: number;
  upTo: number;
  /** Ids of rows to delete from the log when the part is applied. */
  unloggedIds: number[];
}

/**
 * Maximum number of slices per part: writing their sums takes about a millisecond, during which calls wait.
 */
const SLICES_MAX = 16;

/**
 * Logged but not yet applied usage, in parts that are applied one after another, so that usage of a
 * thousand users does not block the event loop at once.
 */
export class UnappliedUsage {
  readonly #parts: UsagePart[] = [];

  /** Adds a record. Rows must be added in id order. */
  add(record: UsageRecord, id: number): void {
    const part = this.#partFor(id);
    addToTotals(part.totals, record);
    part.upTo = id;
    if (!record.logged) part.unloggedIds.push(id);
  }

  first(): UsagePart | undefined {
    return this.#parts[0];
  }

  /** Drops the first part after it was applied. */
  dropFirst(): void {
    this.#parts.shift();
  }

  #partFor(id: number): UsagePart {
    const last = this.#parts.at(-1);
    if (last && last.totals.slices.size < SLICES_MAX) return last;
    const part = { totals: emptyTotals(), from: id, upTo: id, unloggedIds: [] };
    this.#parts.push(part);
    return part;
  }
}
