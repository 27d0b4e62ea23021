import type { ConversionWarnings } from '../ir/conversion-warnings.ts';

const TIERS = new Set(['auto', 'default', 'flex', 'priority', 'scale']);

/** Returns the service tier as both OpenAI dialects accept it; others are dropped. */
export function renderTier(
  tier: string | undefined,
  warnings: ConversionWarnings,
): string | undefined {
  if (tier === undefined || TIERS.has(tier)) return tier;
  warnings.note('service_tier');
  return undefined;
}
