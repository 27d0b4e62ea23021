/** One hedge, in basis points. */
const ONE_HEDGE = 10_000;
const SAVED_MAX = 10 * ONE_HEDGE;

/**
 * Keeps each rule's share of hedged calls below its cap: every call earns a fraction of a hedge. Counted per
 * node, from zero, so that a generally slow fleet never gets double the load.
 */
export class HedgeBudget {
  readonly #saved = new Map<number, number>();

  /** Adds a call's fraction of a hedge to its rule. */
  earn(ruleId: number, basisPoints: number): void {
    const saved = this.#saved.get(ruleId) ?? 0;
    this.#saved.set(ruleId, Math.min(SAVED_MAX, saved + basisPoints));
  }

  /** Spends a hedge; returns false if none is saved. */
  spend(ruleId: number): boolean {
    const saved = this.#saved.get(ruleId) ?? 0;
    if (saved < ONE_HEDGE) return false;
    this.#saved.set(ruleId, saved - ONE_HEDGE);
    return true;
  }

  /** Returns a hedge that was not sent. */
  refund(ruleId: number): void {
    this.#saved.set(ruleId, (this.#saved.get(ruleId) ?? 0) + ONE_HEDGE);
  }
}
