/** Hedges that may be saved up, in basis points of a hedge. */
const WHOLE = 10_000;
const SAVED_MAX = 10 * WHOLE;

/**
 * Keeps the share of hedged calls of each rule below its cap: a call earns its share of a hedge.
 * Counted per node, from zero: a fleet that is slow as a whole is never asked twice as much.
 */
export class HedgeBudget {
  readonly #saved = new Map<number, number>();

  /** A call of a rule starts. */
  earn(ruleId: number, basisPoints: number): void {
    const saved = this.#saved.get(ruleId) ?? 0;
    this.#saved.set(ruleId, Math.min(SAVED_MAX, saved + basisPoints));
  }

  /** Takes a hedge; false where none is left. */
  spend(ruleId: number): boolean {
    const saved = this.#saved.get(ruleId) ?? 0;
    if (saved < WHOLE) return false;
    this.#saved.set(ruleId, saved - WHOLE);
    return true;
  }

  /** Returns one that was not sent. */
  refund(ruleId: number): void {
    this.#saved.set(ruleId, (this.#saved.get(ruleId) ?? 0) + WHOLE);
  }
}
