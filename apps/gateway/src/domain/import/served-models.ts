import type { ImportFindings } from './import-findings.ts';
import type { ImportedModel } from './imported-model.ts';
import type { ImportedPrice } from './imported-price.ts';

/** Returns the channels that serve a model: the enabled ones, or all if none is enabled. */
const activeOf = (models: readonly ImportedModel[]) =>
  models.some(({ isOn }) => isOn) ? models.filter(({ isOn }) => isOn) : models;

/**
 * Gives each model that channels offer the price that its calls were charged there (ADR 98). If channels
 * differ, the highest price among those of highest priority applies and the model is reported: a price here
 * belongs to the model, whichever channel serves it.
 */
export function priceServedModels(
  prices: Map<string, ImportedPrice>,
  models: ReadonlyMap<string, readonly ImportedModel[]>,
  {
    priceOf,
    findings,
  }: {
    priceOf: (name: string, type: number) => ImportedPrice | undefined;
    findings: ImportFindings;
  },
): void {
  for (const [model, all] of models) {
    const candidates = activeOf(all).map(({ billedAs, type, priority }) => ({
      priority,
      billedAs,
      price: priceOf(billedAs, type) ?? fallbackPrice(model, billedAs),
    }));
    const first = Math.max(...candidates.map(({ priority }) => priority));
    const [best] = candidates
      .filter(({ priority }) => priority === first)
      .toSorted((left, right) => costRank(right.price) - costRank(left.price));
    if (new Set(candidates.map(({ price }) => JSON.stringify(price))).size > 1)
      findings.add('prices', 'price_by_mapping', model, describe(candidates));
    if (best?.price) prices.set(model, best.price);
  }
}

/** A model billed under its own name gets this site's price; otherwise that of the billed name applies. */
const fallbackPrice = (model: string, billedAs: string): ImportedPrice | undefined =>
  billedAs === model ? undefined : { origin: 'built_in', sameAs: billedAs };

const costRank = (price: ImportedPrice | undefined) =>
  (price?.modelRatio ?? 0) + (price?.modelPrice ?? 0) * 1000;

const describe = (candidates: readonly { billedAs: string }[]) =>
  [...new Set(candidates.map(({ billedAs }) => billedAs))].join(', ');
