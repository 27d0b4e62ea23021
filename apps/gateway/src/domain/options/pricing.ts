import { type Pricing, QUOTA_TYPE_CALL, QUOTA_TYPE_TOKENS } from '@tollgate/contract';
import { findModelFacts, maxOutputOf } from '@tollgate/dialects';
import type { Price, PriceBook, RatioFactors } from '@tollgate/pricing';
import { splitComma } from '../channels/channel-catalog.ts';
import type { Domain } from '../domain.ts';
import { usableGroups } from './groups.ts';

/** Groups of visitors who are not signed in. */
const VISITOR = { group: 'default' };

type PricingDomain = Pick<Domain, 'options' | 'catalog' | 'prices'>;

export interface PriceList {
  models: Pricing[];
  /** Groups that the reader may use, with descriptions and ratios. */
  groups: Record<string, { desc: string; ratio: number }>;
  /** The reader's own groups. */
  own: string[];
}

/**
 * Lists the prices, from memory, of models that enabled channels serve to groups the reader may use. Other
 * groups' names, and models only they have, are omitted.
 */
export function listPrices(domain: PricingDomain, user: { group: string } = VISITOR): PriceList {
  const groups = usableGroups(domain, user);
  const ownGroups = splitComma(user.group);
  const groupsOf = new Map<string, string[]>();
  for (const group of Object.keys(groups))
    for (const model of domain.catalog.modelsOf([group]))
      groupsOf.set(model, [...(groupsOf.get(model) ?? []), group]);
  const priceBook = domain.prices.current();
  const models = [...groupsOf.entries()]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .flatMap(([model, modelGroups]) => presentPrice(priceBook, model, modelGroups));
  return { models, groups, own: ownGroups.length > 0 ? ownGroups : splitComma(VISITOR.group) };
}

/** Returns a model's price; nothing if it has none, because then it can't be called. */
function presentPrice(priceBook: PriceBook, model: string, groups: string[]): Pricing[] {
  const price = priceBook.find(model, groups[0] ?? '');
  if (price === undefined || price === 'group-without-ratio') return [];
  return [
    {
      model_name: model,
      ...numbersOf(price),
      enable_groups: groups,
      ...tariffOf(price),
      ...limitsOf(model, price),
      ...factsOf(model),
    },
  ];
}

function tariffOf({ tariff }: Price): Pick<Pricing, 'tools' | 'tiers'> {
  if (!tariff) return {};
  const { tools, tiers } = tariff;
  return {
    ...(tools.size > 0 ? { tools: Object.fromEntries(tools) } : {}),
    ...(tiers.size > 0 ? { tiers: Object.fromEntries(tiers) } : {}),
  };
}

function numbersOf(price: Price): Omit<Pricing, 'model_name' | 'enable_groups'> {
  if (price.kind === 'call') {
    const { modelPrice } = price.factors;
    return {
      quota_type: QUOTA_TYPE_CALL,
      model_ratio: 0,
      completion_ratio: 0,
      price: modelPrice,
      model_price: modelPrice,
    };
  }
  const { tiers = [] } = price;
  return {
    quota_type: QUOTA_TYPE_TOKENS,
    ...ratiosOf(price.factors),
    ...mediaRatiosOf(price.factors),
    price: 0,
    model_price: 0,
    ...(tiers.length === 0
      ? {}
      : {
          length_tiers: tiers
            .toSorted((left, right) => left.above - right.above)
            .map(({ above, price: tier }) => ({ above, ...ratiosOf(tier.factors) })),
        }),
  };
}

function ratiosOf(factors: RatioFactors) {
  return {
    model_ratio: factors.modelRatio,
    completion_ratio: factors.completionRatio,
    cache_ratio: factors.cacheRatio,
    cache_write_ratio: factors.cacheWriteRatio,
  };
}

/** Returns the ratios of audio and image tokens, if set. */
function mediaRatiosOf({ audioRatio, audioCompletionRatio, imageRatio }: RatioFactors) {
  return {
    ...(audioRatio === undefined ? {} : { audio_ratio: audioRatio }),
    ...(audioCompletionRatio === undefined ? {} : { audio_completion_ratio: audioCompletionRatio }),
    ...(imageRatio === undefined ? {} : { image_ratio: imageRatio }),
  };
}

/** Returns known facts of a model, by its name: its context length, and its capabilities besides text. */
function factsOf(model: string): Pick<Pricing, 'context' | 'capabilities'> {
  const facts = findModelFacts(model);
  if (!facts) return {};
  const { context, capabilities } = facts;
  return {
    ...(context === undefined ? {} : { context }),
    ...(capabilities.length === 0 ? {} : { capabilities: [...capabilities] }),
  };
}

/** Returns the maximum output of models that generate text by the token; omitted if unknown. */
function limitsOf(model: string, price: Price): Pick<Pricing, 'max_output'> {
  const maxOutput = price.kind === 'ratio' ? maxOutputOf(model, 0) : 0;
  return maxOutput > 0 ? { max_output: maxOutput } : {};
}
