import { findByModelName, type Price, type PriceBook } from '@tollgate/pricing';
import type {
  ChannelCatalog,
  RuntimeChannel,
  Tier,
} from '../../domain/channels/channel-catalog.ts';
import { isAddressAllowed, type ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { OptionStore } from '../../domain/options/options.ts';
import { AppError } from '../../platform/app-error.ts';

export interface AdmitContext {
  options: OptionStore;
  catalog: ChannelCatalog;
  prices: PriceBook;
}

/** Checks that a key may be used from an address. Throws AppError. */
export function admitCaller(
  { options }: AdmitContext,
  holder: ApiKeyHolder,
  address: string,
): void {
  if (!isAddressAllowed(holder, address))
    throw new AppError('relay_address_not_allowed', { address });
  if (holder.apiKeyGroup !== '' && !holder.userGroups.includes(holder.apiKeyGroup)) {
    const usable = options.get('UserUsableGroups');
    if (!Object.hasOwn(usable, holder.apiKeyGroup))
      throw new AppError('relay_group_not_usable', { group: holder.apiKeyGroup });
  }
}

/** Returns the groups whose channels a key may use, in order. */
export function groupsOf(holder: ApiKeyHolder): readonly string[] {
  return holder.apiKeyGroup === '' ? holder.userGroups : [holder.apiKeyGroup];
}

/**
 * Returns the price of a model for a key: that of the key's group, at its ratio for the owner's group;
 * undefined if it has none.
 */
export function priceFor(
  prices: PriceBook,
  holder: Pick<ApiKeyHolder, 'group' | 'userGroups'>,
  model: string,
): Price | undefined {
  const price = findPrice(prices, holder, model);
  return price === 'group-without-ratio' ? undefined : price;
}

const findPrice = (
  prices: PriceBook,
  { group, userGroups }: Pick<ApiKeyHolder, 'group' | 'userGroups'>,
  model: string,
) => prices.find(model, group, userGroups[0]);

/** Whether a key may use a model, by its own name or the one shared by its family. */
export function mayCall({ modelLimits }: ApiKeyHolder, model: string): boolean {
  return (
    !modelLimits || findByModelName(model, (name) => modelLimits.has(name) || undefined) === true
  );
}

/** Returns the price of a model for a key. Throws AppError when the key may not use it or it has no price. */
export function admitModel(context: AdmitContext, holder: ApiKeyHolder, model: string): Price {
  if (!mayCall(holder, model)) throw new AppError('relay_model_not_allowed', { model });
  const price = findPrice(context.prices, holder, model);
  if (price === undefined) throw new AppError(whyUnpriced(context, holder, model), { model });
  if (price === 'group-without-ratio')
    throw new AppError('relay_group_not_priced', { group: holder.group });
  return price;
}

/** A model that no channel serves is usually misspelled: it lacks more than a price. */
function whyUnpriced({ catalog }: AdmitContext, holder: ApiKeyHolder, model: string) {
  const isServed = groupsOf(holder).some((group) => catalog.tiers(group, model).length > 0);
  return isServed ? 'relay_model_not_priced' : 'relay_model_not_found';
}

/** Returns the channels that may serve a call, by priority. Throws AppError when there is none. */
export function admitChannels(
  { catalog }: AdmitContext,
  holder: ApiKeyHolder,
  model: string,
  pinnedChannelId: number | undefined,
): readonly Tier[] {
  if (pinnedChannelId !== undefined)
    return [{ priority: 0, channels: [pinnedChannel(catalog, holder, pinnedChannelId)] }];
  for (const group of groupsOf(holder)) {
    const tiers = catalog.tiers(group, model);
    if (tiers.length > 0) return tiers;
  }
  throw new AppError('relay_no_channel', { model, group: holder.group });
}

function pinnedChannel(catalog: ChannelCatalog, holder: ApiKeyHolder, id: number): RuntimeChannel {
  if (!holder.admin) throw new AppError('relay_channel_pin_forbidden');
  const channel = catalog.find(id);
  if (!channel) throw new AppError('relay_pinned_channel_unknown', { id });
  if (!channel.enabled) throw new AppError('relay_pinned_channel_disabled', { id });
  return channel;
}
