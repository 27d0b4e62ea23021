/**
 * What a model costs, as decimal texts ("0.15"): `call` USD a call, the others USD for a million
 * tokens. What is absent has no price of its own: completions, images and audio cost as the input
 * then, cached tokens have no discount, and cache writes cost 1.25 times the input.
 */
export interface UsdPrice extends UsdTokenPrice {
  /** USD a call; goes before all prices of tokens. */
  call?: string;
  audioInput?: string;
  audioOutput?: string;
  imageInput?: string;
  /** What the whole call costs once its prompt has more tokens than `above`. */
  tiers?: readonly UsdTier[];
}

/** The prices that a tier can change; USD for a million tokens. */
export interface UsdTokenPrice {
  input?: string;
  output?: string;
  cached?: string;
  cacheWrite?: string;
}

export interface UsdTier extends UsdTokenPrice {
  above: number;
}
