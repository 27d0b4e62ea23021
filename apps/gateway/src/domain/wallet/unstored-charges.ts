import { isRowFault } from './store/row-fault.ts';
import type { UsageRecord } from './usage-record.ts';

/**
 * Charges of answers that callers already have, but that could not be stored (a full disk). They
 * wait in memory, in order; as no call begins meanwhile they are at most the streams that ran then.
 * A process that ends before they are stored loses them.
 */
export class UnstoredCharges {
  readonly #append: (record: UsageRecord) => Promise<void>;
  readonly #waiting: UsageRecord[] = [];
  #storing: Promise<void> | undefined;

  constructor(append: (record: UsageRecord) => Promise<void>) {
    this.#append = append;
  }

  get isEmpty(): boolean {
    return this.#waiting.length === 0;
  }

  keep(record: UsageRecord): void {
    this.#waiting.push(record);
  }

  /** Stores what waits. Rejects at the first that can't be stored; it and the rest go on waiting. */
  store(): Promise<void> {
    this.#storing ??= this.#storeAll().finally(() => {
      this.#storing = undefined;
    });
    return this.#storing;
  }

  async #storeAll(): Promise<void> {
    for (let [next] = this.#waiting; next; [next] = this.#waiting) {
      try {
        // oxlint-disable-next-line no-await-in-loop -- in order
        await this.#append(next);
      } catch (error) {
        // A row that can't be stored at all holds up no other.
        if (isRowFault(error)) this.#waiting.shift();
        throw error;
      }
      this.#waiting.shift();
    }
  }
}
