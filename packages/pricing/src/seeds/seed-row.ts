/** USD per million tokens. Absent members have no price at the provider. */
export interface SeedPrice {
  input: number;
  /** Absent if the model produces no tokens. */
  output?: number;
  cached?: number;
  cacheWrite?: number;
  imageInput?: number;
  audioInput?: number;
  audioOutput?: number;
}

/** A model's list price. A tier applies to the whole call once its prompt is above the limit. */
export interface SeedRow extends SeedPrice {
  model: string;
  tiers?: readonly (SeedPrice & { above: number })[];
  /** Where the price was read; 'unverified' if it is only from memory. */
  source: string;
  /** Year and month of the price. */
  date: string;
}

export function withSource(
  source: string,
  date: string,
  rows: readonly Omit<SeedRow, 'source' | 'date'>[],
): SeedRow[] {
  return rows.map((row) => ({ ...row, source, date }));
}
