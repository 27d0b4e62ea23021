import type { Domain } from '../domain.ts';
import { splitComma } from '../channels/channel-catalog.ts';

type GroupDomain = Pick<Domain, 'options'>;

/** All group names, sorted. */
export function listGroups({ options }: GroupDomain): string[] {
  return Object.keys(options.get('GroupRatio')).sort();
}

/** Groups that keys of a user may name: the listed ones and always the own ones; with text and ratio. */
export function usableGroups(
  { options }: GroupDomain,
  user: { group: string },
): Record<string, { desc: string; ratio: number }> {
  const listed = options.get('UserUsableGroups');
  const ratios = options.get('GroupRatio');
  const names = new Set([...splitComma(user.group), ...Object.keys(listed)]);
  return Object.fromEntries(
    [...names].flatMap((name) => {
      const ratio = Object.hasOwn(ratios, name) ? ratios[name] : undefined;
      const desc = Object.hasOwn(listed, name) ? listed[name] : undefined;
      return ratio === undefined ? [] : [[name, { desc: desc ?? name, ratio }]];
    }),
  );
}
