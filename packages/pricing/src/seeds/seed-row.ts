/** USD for a million tokens. What is absent the provider has no price for. */
export interface SeedPrice {
  input: number;
  /** Absent where the model produces no tokens. */
  output?: number;
  cached?: number;
  cacheWrite?: number;
  imageInput?: number;
  audioInput?: number;
  audioOutput?: number;
}

/** One model's list price. A tier holds for the whole call once its prompt is above the limit. */
export interface SeedRow extends SeedPrice {
  model: string;
  tiers?: readonly (SeedPrice & { above: number })[];
  /** Where the price was read; 'unverified' where it is only known. */
  source: string;
  /** Year and month of the facts. */
  date: string;
}

export function withSource(
  source: string,
  date: string,
  rows: readonly Omit<SeedRow, 'source' | 'date'>[],
): SeedRow[] {
  return rows.map((row) => ({ ...row, source, date }));
}
