import type { PriceTier } from '@tollgate/pricing';
import type { ImportedModel } from './imported-model.ts';
import type { ImportFindings } from './import-findings.ts';
import type { SourceRow } from '../../store/import-source/import-source.ts';
import type { ModelPriceParts } from './model-price-parts.ts';
import type { Family } from './source-family.ts';

/** Origin of a model's price: a table of the database, or a rule built into the program. */
export type PriceOrigin = 'stated' | 'built_in';

/** The price of a model here. */
export interface ImportedPrice extends ModelPriceParts {
  origin: PriceOrigin;
  /** Prices of long prompts; replaces our own tiers. */
  tiers?: readonly PriceTier[];
  /** Priced like this other model here: the source bills that one without stating a price for it. */
  sameAs?: string;
}

/** What the prices of a database are read from. */
export interface PriceSource {
  family: Family;
  options: ReadonlyMap<string, string>;
  /** Rows of `prices`, one-hub only. */
  prices: readonly SourceRow[];
  /** Models that channels offer. */
  models: ReadonlyMap<string, readonly ImportedModel[]>;
  /** Whether `options` includes all defaults. */
  isComplete: boolean;
  /** Whether the program is from before mid 2025 (new-api only). */
  isOld: boolean;
  /** Whether the program is from before 2026 (new-api only). */
  isBefore2026: boolean;
  findings: ImportFindings;
}

/** Returns the quota per dollar that the database states, or the default. */
export function quotaPerUnitOf(options: ReadonlyMap<string, string>): number {
  const configured = Number(options.get('QuotaPerUnit') ?? 0);
  return Number.isFinite(configured) && configured > 0 ? configured : 500_000;
}
