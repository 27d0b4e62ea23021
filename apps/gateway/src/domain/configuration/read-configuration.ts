import {
  mayReadOption,
  optionRegistry,
  ROLE_ROOT,
  type SiteConfiguration,
} from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { type ChannelRecord, listAllChannels } from '../../store/channels-repository.ts';
import type { Domain } from '../domain.ts';
import { defaultOption } from '../options/option-values.ts';
import { describeBriefly } from './configured-channel.ts';
import { describeOwnGroups, otherLimits } from './configured-group.ts';
import { describeOption, isSameOption } from './configured-option.ts';
import { describeOwnPrices } from './configured-prices.ts';
import { sectionOf } from './configured-sections.ts';
import { extractSecrets } from './extract-secrets.ts';

/**
 * Describes the site: all channels and groups by name, and the prices and options that differ from the
 * built-in ones. Secrets are omitted, but listed. Throws AppError configuration_name_shared.
 */
export async function readConfiguration({
  store,
  options,
}: Pick<Domain, 'store' | 'options'>): Promise<SiteConfiguration> {
  const rows = await listAllChannels(store.db);
  requireUniqueNames(rows);
  const secrets: string[][] = [];
  const channels = rows.map((row) => {
    const { value, paths } = extractSecrets(describeBriefly(row));
    for (const path of [['key'], ...paths]) secrets.push(['channels', row.name, ...path]);
    return value;
  });
  const textOf = (key: string) =>
    // The limits of groups are part of their descriptions.
    key === 'RateLimits' ? JSON.stringify(otherLimits(options.raw(key))) : options.raw(key);
  const differing = optionRegistry.filter(
    (definition) =>
      sectionOf(definition.key) === undefined &&
      !isSameOption(definition, textOf(definition.key), defaultOption(definition)),
  );
  for (const { key, secret } of differing) if (secret) secrets.push(['options', key]);
  return {
    channels,
    groups: describeOwnGroups(options.raw),
    prices: describeOwnPrices(options.raw),
    options: differing
      .filter((definition) => mayReadOption(ROLE_ROOT, definition))
      .map((definition) => ({
        key: definition.key,
        value: describeOption(definition, textOf(definition.key)),
      })),
    secrets,
  };
}

/** Throws an AppError if channels share a name: a file identifies them by it. */
function requireUniqueNames(rows: readonly ChannelRecord[]): void {
  const counts = new Map<string, number>();
  for (const { name } of rows) counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const [name, count] of counts)
    if (count > 1) throw new AppError('configuration_name_shared', { name, count });
}
