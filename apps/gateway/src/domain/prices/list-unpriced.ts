import type { UnpricedModel } from '@tollgate/contract';
import { proposePrice } from '@tollgate/pricing';
import type { RuntimeChannel } from '../channels/channel-catalog.ts';
import type { Domain } from '../domain.ts';

const CHANNELS_LISTED = 10;

type PricedDomain = Pick<Domain, 'catalog' | 'prices' | 'options'>;

/**
 * Lists models that enabled channels offer to any group and that have no price, so calls to them are refused.
 * Sorted by name, with list prices if known. Read from memory.
 */
export function listUnpriced({ catalog, prices }: PricedDomain): UnpricedModel[] {
  const priceBook = prices.current();
  const offering = new Map<string, RuntimeChannel[]>();
  for (const channel of catalog.listEnabled())
    for (const model of channel.models) {
      if (priceBook.isPriced(model)) continue;
      const channels = offering.get(model);
      if (channels) channels.push(channel);
      else offering.set(model, [channel]);
    }
  return [...offering.entries()]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([model, channels]) => present(model, channels));
}

/**
 * Returns those of these models that have no price, whether a channel offers them or not, without duplicates.
 */
export function findUnpriced(
  { prices }: Pick<Domain, 'prices'>,
  models: readonly string[],
): Pick<UnpricedModel, 'model' | 'proposal'>[] {
  const priceBook = prices.current();
  return [...new Set(models)]
    .filter((model) => !priceBook.isPriced(model))
    .map((model) => ({ model, ...proposalOf(model) }));
}

/** Lists groups of enabled channels that have no ratio, sorted: their calls are refused too. */
export function listGroupsWithoutRatio({ catalog, options }: PricedDomain): string[] {
  const ratios = options.get('GroupRatio');
  const usedGroups = new Set(catalog.listEnabled().flatMap(({ groups }) => groups));
  return [...usedGroups].filter((group) => !Object.hasOwn(ratios, group)).sort();
}

function present(model: string, channels: readonly RuntimeChannel[]): UnpricedModel {
  return {
    model,
    groups: [...new Set(channels.flatMap(({ groups }) => groups))].sort(),
    channels: channels.slice(0, CHANNELS_LISTED).map(({ id, name }) => ({ id, name })),
    channel_count: channels.length,
    ...proposalOf(model),
  };
}

function proposalOf(model: string): Pick<UnpricedModel, 'proposal'> {
  const proposal = proposePrice(model);
  return proposal ? { proposal } : {};
}
