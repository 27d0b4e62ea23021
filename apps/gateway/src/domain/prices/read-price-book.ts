import { PRICE_OPTION_KEYS, type PriceOptionKey } from '@tollgate/contract';
import {
  type PriceProposal,
  proposePrice,
  readRatioMaps,
  readUsdPrice,
  type UsdPrice,
} from '@tollgate/pricing';
import { compareNames } from '@tollgate/i18n';
import { nowSeconds } from '../../platform/clock.ts';
import { countCallsByModel } from '../../store/log-totals-repository.ts';
import type { Domain } from '../domain.ts';
import { currentPriceBook } from './save-prices.ts';

const DAY = 86_400;
const HOUR = 3600;

type PriceDomain = Pick<Domain, 'options' | 'store' | 'catalog' | 'prices' | 'clock'>;

/** Reads the stored price book, which of its models are offered, and how often they are called. */
export async function readPriceBook(domain: PriceDomain) {
  const { options, store, clock } = domain;
  const now = nowSeconds(clock);
  // Whole hours, including the current one.
  const calls = await countCallsByModel(store.reader, now - (now % HOUR) - DAY + HOUR);
  return {
    ...(await currentPriceBook(domain)),
    options: presentOptions(options.raw),
    quota_per_unit: options.get('QuotaPerUnit'),
    served: Object.fromEntries(listServed(domain)),
    calls: Object.fromEntries(calls),
  };
}

export function presentOptions(
  text: (key: PriceOptionKey) => string,
): { key: PriceOptionKey; value: string }[] {
  return PRICE_OPTION_KEYS.map((key) => ({ key, value: text(key) }));
}

/** Maps models to the types of the enabled channels that offer them. */
function listServed({ catalog }: Pick<Domain, 'catalog'>): Map<string, number[]> {
  const types = new Map<string, number[]>();
  for (const { models, type } of catalog.listEnabled())
    for (const model of models) {
      const channelTypes = types.get(model);
      if (!channelTypes) types.set(model, [type]);
      else if (!channelTypes.includes(type)) channelTypes.push(type);
    }
  return types;
}

export interface DifferingProposal extends PriceProposal {
  model: string;
  served: boolean;
  current?: UsdPrice;
}

/** Lists the list prices of all priced or offered models that cost something else here or have no price. */
export function listPriceProposals(domain: PriceDomain): DifferingProposal[] {
  const maps = readRatioMaps(domain.options.raw);
  const served = listServed(domain);
  const names = new Set([...domain.prices.current().listModels(), ...served.keys()]);
  return [...names].sort(compareNames).flatMap((model) => {
    const proposal = proposePrice(model);
    const current = readUsdPrice(maps, model);
    // A list price under another name is a guess: useful for a model without a price, but no reason to change
    // one.
    if (!proposal || (current && proposal.listedAs !== undefined)) return [];
    if (current && isSamePrice(proposal.price, current)) return [];
    return [{ model, served: served.has(model), ...proposal, ...(current && { current }) }];
  });
}

/** Returns whether a stored price includes everything in a list price. */
function isSamePrice({ tiers = [], ...listed }: UsdPrice, stored: UsdPrice): boolean {
  const agrees = (left: object, right: object) =>
    Object.entries(left).every(([field, value]) => (right as never)[field] === value);
  return (
    agrees(listed, stored) &&
    tiers.every((tier) => stored.tiers?.some((other) => agrees(tier, other)))
  );
}
