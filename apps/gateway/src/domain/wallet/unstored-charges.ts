import { isRowFault } from './store/row-fault.ts';
import type { UsageRecord } from './usage-record.ts';

/**
 * Charges of responses already delivered to callers that could not be stored (a full disk). They wait in
 * memory, in order. As no new call starts in the meantime, there are at most as many as streams were running.
 * A process that is killed before they are stored loses them.
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

  /** The waiting charges, for a process that has to end without storing them. */
  get waiting(): readonly UsageRecord[] {
    return this.#waiting;
  }

  add(record: UsageRecord): void {
    this.#waiting.push(record);
  }

  /**
   * Stores the waiting charges. Rejects at the first that can't be stored; it and those after it keep
   * waiting.
   */
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
        // A row that can never be stored must not block the others.
        if (isRowFault(error)) this.#waiting.shift();
        throw error;
      }
      this.#waiting.shift();
    }
  }
}
