import {
  type ConfiguredGroup,
  findOption,
  type NamedGroup,
  readRateLimits,
} from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { parseJson } from '../../platform/parse-json.ts';
import { canonicalJson } from './canonical-json.ts';

/** The options that consist of groups only; RateLimits has other rules as well. */
export const GROUP_KEYS = ['GroupRatio', 'UserUsableGroups'] as const;

/** Returns the text of an option. */
type TextOf = (key: string) => string;
type Limits = NonNullable<ConfiguredGroup['limits']>;

const LIMITS = ['requests', 'tokens', 'quota', 'concurrent'] as const;

/** Describes all groups that have a ratio, by name. */
export function describeGroups(text: TextOf): ReadonlyMap<string, ConfiguredGroup> {
  const ratios = membersOf<number>(text('GroupRatio'));
  const offered = membersOf<string>(text('UserUsableGroups'));
  const { limits } = partLimits(text('RateLimits'));
  return new Map(
    [...ratios]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([name, ratio]) => [
        name,
        {
          ratio,
          ...(offered.has(name) ? { offered_as: offered.get(name) ?? '' } : {}),
          ...(limits.has(name) ? { limits: limits.get(name) } : {}),
        },
      ]),
  );
}

/** Describes the groups for a file: with null for built-in groups that do not exist. */
export function describeOwnGroups(text: TextOf): NamedGroup[] {
  const groups = describeGroups(text);
  const builtIn = membersOf<number>(findOption('GroupRatio')?.default ?? '{}').keys();
  return [...new Set([...groups.keys(), ...builtIn])]
    .toSorted()
    .map((name) => ({ name, group: groups.get(name) ?? null }));
}

/** Returns the rules of RateLimits that are not about a single group. */
export const otherLimits = (text: string): unknown[] => partLimits(text).rest;

export interface WantedGroups {
  groups: readonly NamedGroup[];
  /** Whether groups that are not named are removed. */
  isAll: boolean;
  /** The rules of RateLimits other than those of groups; undefined for the stored ones. */
  otherRules: readonly unknown[] | undefined;
}

/**
 * Returns the texts of the options in which the described groups replace those of the same names. Throws an
 * AppError if a name occurs twice, or if the other rules also limit one of the groups.
 */
export function writeGroups(
  { groups, isAll, otherRules }: WantedGroups,
  text: TextOf,
): { key: string; value: string }[] {
  const configuredGroups = new Map(groups.map(({ name, group }) => [name, group]));
  if (configuredGroups.size < groups.length) throw duplicateEntry(groups.map(({ name }) => name));
  const before = describeGroups(text);
  const rest = otherRules ?? otherLimits(text('RateLimits'));
  const single = new Set(rest.map(groupOf));
  const remainingGroups = [...before]
    .filter(([name]) => !isAll && !configuredGroups.has(name))
    .map(([name, group]) => [name, single.has(name) ? { ...group, limits: undefined } : group]);
  const definedGroups = [...configuredGroups].flatMap(([name, group]) =>
    group ? [[name, group]] : [],
  );
  const after = [...remainingGroups, ...definedGroups] as [string, ConfiguredGroup][];
  const clash = after.find(([name, { limits }]) => single.has(name) && rulesOf(name, limits)[0]);
  if (clash) throw duplicateLimits(clash[0]);
  const offered = [
    ...[...membersOf<string>(text('UserUsableGroups'))].filter(
      ([name]) => !before.has(name) && !configuredGroups.has(name),
    ),
    ...after.flatMap(([name, { offered_as: as }]) =>
      as === undefined ? [] : [[name, as] as const],
    ),
  ];
  const rules = [...rest, ...after.flatMap(([name, { limits }]) => rulesOf(name, limits))];
  return [
    write('GroupRatio', Object.fromEntries(after.map(([name, { ratio }]) => [name, ratio])), text),
    write('UserUsableGroups', Object.fromEntries<string>(offered), text),
    write('RateLimits', rules, text),
  ];
}

/** Keeps the stored wording of an equivalent value. */
function write(key: string, value: object, text: TextOf): { key: string; value: string } {
  const isSame = canonicalJson(value) === canonicalJson(parseJson(text(key)));
  return { key, value: isSame ? text(key) : JSON.stringify(value, null, 2) };
}

/** Returns the rule for a group's limits; none if nothing is limited. */
function rulesOf(name: string, limits: Limits = {}): unknown[] {
  const setLimits = LIMITS.filter((limit) => (limits[limit] ?? 0) > 0).map((limit) => [
    limit,
    limits[limit],
  ]);
  return setLimits.length === 0
    ? []
    : [{ per: 'group', match: [name], ...(Object.fromEntries(setLimits) as Limits) }];
}

/** Separates the rules about a single group, if it is the group's only one, from all others. */
function partLimits(text: string): { limits: ReadonlyMap<string, Limits>; rest: unknown[] } {
  const rules = parseJson(text);
  const read = readRateLimits(rules);
  if (!Array.isArray(rules) || !read) return { limits: new Map(), rest: [] };
  const counts = new Map<string, number>();
  for (const name of read.map(groupOf))
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  const limits = new Map<string, Limits>();
  const rest: unknown[] = [];
  for (const [index, rule] of read.entries()) {
    const name = groupOf(rule);
    const setLimits = LIMITS.filter((limit) => rule[limit] > 0).map(
      (limit) => [limit, rule[limit]] as const,
    );
    if (name !== undefined && counts.get(name) === 1 && setLimits.length > 0)
      limits.set(name, Object.fromEntries(setLimits));
    else rest.push(rules[index]);
  }
  return { limits, rest };
}

/** Returns the group that a rule is about, if it is about a single one. */
function groupOf(rule: unknown): string | undefined {
  const { per, match = [] } = rule as { per?: unknown; match?: readonly string[] };
  const [name = '*', ...more] = match.map((each) => each.trim());
  return per === 'group' && more.length === 0 && !name.endsWith('*') ? name : undefined;
}

const duplicateLimits = (name: string) =>
  new AppError(
    'configuration_said_twice',
    { key: 'RateLimits', section: `groups.${name}.limits` },
    { field: 'RateLimits' },
  );

function duplicateEntry(names: readonly string[]): AppError {
  const name = names.find((each, index) => names.indexOf(each) !== index) ?? '';
  return new AppError('configuration_entry_twice', { name }, { field: name });
}

const membersOf = <Value>(text: string): ReadonlyMap<string, Value> =>
  new Map(Object.entries((parseJson(text) ?? {}) as Record<string, Value>));
