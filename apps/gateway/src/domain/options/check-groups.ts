import { loginProviderTable, type OptionDefinition, optionRegistry } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { countGroupUses } from '../../store/group-uses-repository.ts';
import type { StoreTransaction } from '../../store/open-store.ts';
import { splitComma } from '../channels/channel-catalog.ts';
import { optionNames } from '../error-texts.ts';
import { sumGroupUses } from './sum-group-uses.ts';
import type { OptionChange } from './option-change.ts';
import type { OptionValues } from './option-values.ts';

const GROUPS = 'GroupRatio';

const groupsIn = (values: OptionValues): Set<string> =>
  new Set(Object.keys(JSON.parse(values.get(GROUPS) ?? '{}') as Record<string, number>));

/**
 * Throws AppError option_group_unknown if an option newly names a group without a ratio; a group that it
 * named before may stay.
 */
export function checkNamedGroups(
  changed: readonly (OptionChange & { definition: OptionDefinition })[],
  current: OptionValues,
  next: OptionValues,
): void {
  const known = groupsIn(next);
  for (const { key, value, definition } of changed) {
    const { namesGroups } = definition;
    if (!namesGroups) continue;
    const before = new Set(namesGroups(current.get(key) ?? definition.default));
    const unknown = namesGroups(value).find((group) => !known.has(group) && !before.has(group));
    if (unknown === undefined) continue;
    const params = { group: unknown, groups: optionNames(GROUPS) };
    throw new AppError('option_group_unknown', params, { field: key, missing: [GROUPS] });
  }
}

const loginGroupKeys: readonly string[] = loginProviderTable.flatMap(({ options }) =>
  options.filter(({ kind }) => kind === 'groups').map(({ key }) => key),
);
/** Options that put people into a group. For others, a missing group makes no difference. */
const loginGroupOptions = optionRegistry.filter(({ key }) => loginGroupKeys.includes(key));

/**
 * Keeps the ratios of groups on which calls of users, keys or channels depend, or that logins lead to. Must
 * run in the transaction that removes them. Throws AppError option_group_named or option_group_in_use.
 */
export async function keepGroupsInUse(
  trx: StoreTransaction,
  current: OptionValues,
  next: OptionValues,
): Promise<void> {
  const known = groupsIn(next);
  const removed = [...groupsIn(current)].filter((group) => !known.has(group));
  if (removed.length === 0) return;
  for (const { key, namesGroups } of loginGroupOptions) {
    const namedGroups = new Set(namesGroups?.(next.get(key) ?? '{}'));
    const group = removed.find((removedGroup) => namedGroups.has(removedGroup));
    if (group === undefined) continue;
    const details = { field: GROUPS, missing: [key] };
    throw new AppError('option_group_named', { group, name: optionNames(key) }, details);
  }
  const used = await findGroupInUse(trx, removed, known);
  if (used) throw new AppError('option_group_in_use', used, { field: GROUPS });
}

/**
 * Returns the first removed group without which something would have no group to price its calls: users and
 * teams use their first, keys their own, channels any that is `known`.
 */
async function findGroupInUse(
  trx: StoreTransaction,
  removed: readonly string[],
  known: ReadonlySet<string>,
) {
  const { accounts, keys, channels } = await countGroupUses(trx, removed);
  const strandedChannels = channels.filter(
    ({ group }) => !splitComma(group).some((name) => known.has(name)),
  );
  for (const group of removed) {
    const uses = sumGroupUses(group, { accounts, keys, channels: strandedChannels });
    if (Object.values(uses).some((count) => count > 0)) return { group, ...uses };
  }
  return undefined;
}
