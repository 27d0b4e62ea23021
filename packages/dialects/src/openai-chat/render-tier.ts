import type { LossReport } from '../ir/losses.ts';

const TIERS = new Set(['auto', 'default', 'flex', 'priority', 'scale']);

/** The service tier as both OpenAI dialects take it; others are left out. */
export function renderTier(tier: string | undefined, losses: LossReport): string | undefined {
  if (tier === undefined || TIERS.has(tier)) return tier;
  losses.note('service_tier');
  return undefined;
}
