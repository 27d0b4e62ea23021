import type { PriceTier } from '@tollgate/pricing';
import type { ImportedModel } from './imported-model.ts';
import type { ImportFindings } from './import-findings.ts';
import type { SourceRow } from '../../store/import-source/import-source.ts';
import type { ModelPriceParts } from './model-price-parts.ts';
import type { Family } from './source-family.ts';

/** Where the price of a model comes from: a table of the database, or a built-in rule of the program. */
export type PriceOrigin = 'stated' | 'built_in';

/** What a model will cost here. */
export interface ImportedPrice extends ModelPriceParts {
  origin: PriceOrigin;
  /** Prices of long prompts; none of ours stay. */
  tiers?: readonly PriceTier[];
  /** It costs what this other model costs here: the source bills that one, and states no price of it. */
  sameAs?: string;
}

/** What the prices of a database are read from. */
export interface PriceSource {
  family: Family;
  options: ReadonlyMap<string, string>;
  /** Rows of `prices`, one-hub only. */
  prices: readonly SourceRow[];
  /** What the channels offer. */
  models: ReadonlyMap<string, readonly ImportedModel[]>;
  /** Whether `options` has all defaults too. */
  isComplete: boolean;
  /** Whether the program is of before mid 2025 (new-api only). */
  isOld: boolean;
  findings: ImportFindings;
}

/** The quota that a dollar is, as the database states it. */
export function quotaPerUnitOf(options: ReadonlyMap<string, string>): number {
  const stated = Number(options.get('QuotaPerUnit') ?? 0);
  return Number.isFinite(stated) && stated > 0 ? stated : 500_000;
}
