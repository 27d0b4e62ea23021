/** What a log row's `other` holds of the price. */
export interface ChargeFactors {
  promptTokens: number;
  completionTokens: number;
  cacheTokens?: number | undefined;
  cacheWriteTokens?: number | undefined;
  modelRatio?: number | undefined;
  completionRatio?: number | undefined;
  cacheRatio?: number | undefined;
  cacheWriteRatio?: number | undefined;
  groupRatio: number;
  modelPrice?: number | undefined;
  quotaPerUnit?: number | undefined;
}

/** One addend of a charge: so many tokens at such a weight. */
export interface ChargeLine {
  kind: 'prompt' | 'cached' | 'cache-write' | 'completion';
  tokens: number;
  ratio: number;
  /** tokens · ratio. */
  weighted: number;
}

export type ChargeExplanation =
  | { kind: 'call'; modelPrice: number; groupRatio: number; quotaPerUnit: number }
  | { kind: 'ratio'; lines: ChargeLine[]; weighted: number; modelRatio: number; groupRatio: number };

/** Takes a charge apart, so that a person can make it again by hand. Language-free. */
export function explainCharge(factors: ChargeFactors): ChargeExplanation | undefined {
  const { modelPrice, groupRatio, quotaPerUnit = 500_000, modelRatio } = factors;
  if (modelPrice !== undefined && modelPrice >= 0) return { kind: 'call', modelPrice, groupRatio, quotaPerUnit };
  if (modelRatio === undefined) return undefined;
  const cached = factors.cacheTokens ?? 0;
  const written = factors.cacheWriteTokens ?? 0;
  const lines = [
    line('prompt', factors.promptTokens - cached - written, 1),
    line('cached', cached, factors.cacheRatio ?? 1),
    line('cache-write', written, factors.cacheWriteRatio ?? 1.25),
    line('completion', factors.completionTokens, factors.completionRatio ?? 1),
  ].filter(({ tokens }) => tokens > 0);
  return { kind: 'ratio', lines, weighted: lines.reduce((sum, { weighted }) => sum + weighted, 0), modelRatio, groupRatio };
}

function line(kind: ChargeLine['kind'], tokens: number, ratio: number): ChargeLine {
  return { kind, tokens, ratio, weighted: tokens * ratio };
}
