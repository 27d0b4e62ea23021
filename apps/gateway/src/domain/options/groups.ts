import { compareNames } from '@tollgate/i18n';
import type { Domain } from '../domain.ts';
import { AppError } from '../../platform/app-error.ts';
import { splitComma } from '../channels/channel-catalog.ts';

type GroupDomain = Pick<Domain, 'options'>;

/** All group names, sorted. */
export function listGroups({ options }: GroupDomain): string[] {
  return Object.keys(options.get('GroupRatio')).sort(compareNames);
}

/**
 * Returns the groups that a user's keys may have: the listed ones and always the user's own; with description
 * and ratio.
 */
export function usableGroups(
  { options }: GroupDomain,
  user: { group: string },
): Record<string, { desc: string; ratio: number }> {
  const listed = options.get('UserUsableGroups');
  const ratios = options.get('GroupRatio');
  const ownGroups = splitComma(user.group);
  const pairs = options.get('GroupGroupRatio');
  const first = ownGroups[0] ?? '';
  const special = Object.hasOwn(pairs, first) ? (pairs[first] ?? {}) : {};
  const names = new Set([...ownGroups, ...Object.keys(listed)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const ratio = Object.hasOwn(ratios, name) ? ratios[name] : undefined;
      const desc = Object.hasOwn(listed, name) ? listed[name] : undefined;
      if (ratio === undefined) return [];
      const groupOverrides = Object.hasOwn(special, name) ? special[name] : undefined;
      return [[name, { desc: desc ?? name, ratio: groupOverrides ?? ratio }]];
    }),
  );
}

/**
 * Refuses groups without a ratio: nobody in them could make calls. Groups that a channel or user already has
 * may stay. Throws AppError channel_group_unknown.
 */
export function requireKnownGroups(domain: GroupDomain, groups: string, before = ''): void {
  const known = new Set([...listGroups(domain), ...splitComma(before)]);
  const unknown = splitComma(groups).find((group) => !known.has(group));
  if (unknown !== undefined)
    throw new AppError('channel_group_unknown', { group: unknown }, { field: 'group' });
}
