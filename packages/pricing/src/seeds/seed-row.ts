/** USD for a million tokens; null where the provider has no such price. */
export interface SeedPrice {
  input: number;
  output: number;
  cached: number | null;
  cacheWrite: number | null;
}

/** One model's list price. A tier holds for the whole call once its prompt is above the limit. */
export interface SeedRow extends SeedPrice {
  model: string;
  tiers?: readonly (SeedPrice & { above: number })[];
}
