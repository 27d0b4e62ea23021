import type { OptionChange } from '../options/option-change.ts';
import type { ImportRun } from './import-run.ts';
import { mapGroups, type SourceGroups } from './map-groups.ts';

/** The groups as they will be here. */
export interface ImportedGroups extends SourceGroups {
  ratios: Record<string, number>;
  usable: Record<string, string>;
  changes: OptionChange[];
}

/** Reads the groups of a source; those that its users and channels name without a ratio had 1 there. */
export async function readGroups(run: ImportRun): Promise<ImportedGroups> {
  const { options } = run.target;
  const here = options.get('GroupRatio');
  const found = mapGroups({ ...run, hubGroups: await run.source.all('user_groups') });
  const named = Object.fromEntries([...run.groups].map((group) => [group, 1]));
  const ratios = {
    // New accounts are in this one, and what names no group.
    default: 1,
    ...(run.family === 'one-hub' ? {} : named),
    ...(found.ratios ? {} : here),
    ...found.ratios,
    ...(run.merge ? here : {}),
  };
  const isKnown = ([group]: [string, unknown]) => Object.hasOwn(ratios, group);
  const stated = Object.entries(found.usable ?? options.get('UserUsableGroups'));
  for (const [group] of stated)
    // A group that has no ratio served nobody; `auto` is none.
    if (group !== 'auto' && !Object.hasOwn(ratios, group))
      run.findings.add('options', 'group_without_ratio', group, 'UserUsableGroups');
  const usable = {
    ...Object.fromEntries(stated.filter(isKnown)),
    ...(run.merge ? options.get('UserUsableGroups') : {}),
  };
  return {
    ...found,
    ratios,
    usable,
    changes: [
      { key: 'GroupRatio', value: JSON.stringify(ratios, null, 2) },
      { key: 'UserUsableGroups', value: JSON.stringify(usable, null, 2) },
    ],
  };
}

/** Options that are a table by group, without the entries of groups that are unknown here. */
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
