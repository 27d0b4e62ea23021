import type { OptionChange } from '../options/option-change.ts';
import type { ImportRun } from './import-run.ts';
import { mapGroups, type SourceGroups } from './map-groups.ts';

/** The groups as they will be here. */
export interface ImportedGroups extends SourceGroups {
  ratios: Record<string, number>;
  usable: Record<string, string>;
  changes: OptionChange[];
}

/**
 * Reads the groups of a source. Outside one-hub, a group without a ratio that its users or channels name had
 * ratio 1 there.
 */
export async function readGroups(run: ImportRun): Promise<ImportedGroups> {
  const { options } = run.target;
  const currentRatios = options.get('GroupRatio');
  const sourceGroups = mapGroups({ ...run, hubGroups: await run.source.all('user_groups') });
  const usedGroups = Object.fromEntries([...run.groups].map((group) => [group, 1]));
  const ratios = {
    // The group of new accounts, and of whatever names no group.
    default: 1,
    ...(run.family === 'one-hub' ? {} : usedGroups),
    ...(sourceGroups.ratios ? {} : currentRatios),
    ...sourceGroups.ratios,
    ...(run.merge ? currentRatios : {}),
  };
  const isKnown = ([group]: [string, unknown]) => Object.hasOwn(ratios, group);
  const statedUsable = Object.entries(sourceGroups.usable ?? options.get('UserUsableGroups'));
  for (const [group] of statedUsable)
    // A group without a ratio served nobody; `auto` is not a group.
    if (group !== 'auto' && !Object.hasOwn(ratios, group))
      run.findings.add('options', 'group_without_ratio', group, 'UserUsableGroups');
  const usable = {
    ...Object.fromEntries(statedUsable.filter(isKnown)),
    ...(run.merge ? options.get('UserUsableGroups') : {}),
  };
  const pairs = knownPairs(run, sourceGroups, ratios);
  return {
    ...sourceGroups,
    pairs,
    ratios,
    usable,
    changes: [
      ...(Object.keys(pairs).length === 0
        ? []
        : [{ key: 'GroupGroupRatio', value: JSON.stringify(pairs, null, 2) }]),
      { key: 'GroupRatio', value: JSON.stringify(ratios, null, 2) },
      { key: 'UserUsableGroups', value: JSON.stringify(usable, null, 2) },
    ],
  };
}

/**
 * Keeps the ratios of a group for users of another, if both groups are known here. new-api ships a
 * placeholder for a group that does not exist, which is dropped without a report. With `merge`, ratios set
 * here stay.
 */
function knownPairs(
  run: ImportRun,
  { pairs }: SourceGroups,
  ratios: Readonly<Record<string, number>>,
): SourceGroups['pairs'] {
  const currentPairs = run.merge ? run.target.options.get('GroupGroupRatio') : {};
  const merged: SourceGroups['pairs'] = { ...currentPairs };
  for (const [userGroup, others] of Object.entries(pairs)) {
    const knownRatios = Object.entries(others).filter(([used]) => Object.hasOwn(ratios, used));
    if (knownRatios.length === 0) continue;
    if (Object.hasOwn(ratios, userGroup))
      merged[userGroup] = { ...Object.fromEntries(knownRatios), ...currentPairs[userGroup] };
    else run.findings.add('options', 'group_without_ratio', userGroup, 'GroupGroupRatio');
  }
  return merged;
}

/** Removes entries of groups unknown here from an option that is a table by group. */
export function withKnownGroups(
  run: ImportRun,
  change: OptionChange,
  ratios: Readonly<Record<string, number>>,
): OptionChange {
  if (change.key !== 'TopupGroupRatio') return change;
  const entries = Object.entries(JSON.parse(change.value) as Record<string, number>);
  const known = entries.filter(([group]) => Object.hasOwn(ratios, group));
  for (const [group] of entries)
    if (!Object.hasOwn(ratios, group))
      run.findings.add('options', 'group_without_ratio', group, change.key);
  return { key: change.key, value: JSON.stringify(Object.fromEntries(known), null, 2) };
}
