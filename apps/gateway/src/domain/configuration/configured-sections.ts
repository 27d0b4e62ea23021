import {
  type ConfigurationChange,
  MODEL_PRICE_KEYS,
  type WantedConfiguration,
} from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { parseJson } from '../../platform/parse-json.ts';
import type { OptionChange } from '../options/option-change.ts';
import type { OptionValues } from '../options/option-values.ts';
import { compareValues } from './compare-values.ts';
import { describeGroups, GROUP_KEYS, writeGroups } from './configured-group.ts';
import { describePrices, writePrices } from './configured-prices.ts';

/** Parts of a configuration that describe options in another form. */
const SECTIONS = { groups: GROUP_KEYS, prices: MODEL_PRICE_KEYS } as const;
export type Section = keyof typeof SECTIONS;

const sections = new Map<string, Section>(
  (Object.keys(SECTIONS) as Section[]).flatMap((section) =>
    SECTIONS[section].map((key) => [key, section] as const),
  ),
);

/** Returns the section that describes an option; undefined for options described directly. */
export const sectionOf = (key: string): Section | undefined => sections.get(key);

/** Returns the sections that a configuration describes: those none of whose options it names. */
export function describedSections(configuration: WantedConfiguration): ReadonlySet<Section> {
  const namedSections = new Set(configuration.options.map(({ key }) => sectionOf(key)));
  const isDescribed = (section: Section) =>
    !namedSections.has(section) &&
    (configuration[section] !== undefined || configuration.prune.includes(section));
  return new Set((Object.keys(SECTIONS) as Section[]).filter(isDescribed));
}

/**
 * Returns the option changes that a configuration's groups and prices request, given those of its options.
 * Throws AppError configuration_said_twice if an option describes the same, RefusedEntries for prices.
 */
export function readWantedSections(
  configuration: WantedConfiguration,
  stored: OptionValues,
  options: readonly OptionChange[],
): OptionChange[] {
  const { groups, prices, prune } = configuration;
  for (const { key } of configuration.options) {
    const section = sectionOf(key);
    if (section && configuration[section])
      throw new AppError('configuration_said_twice', { key, section }, { field: key });
  }
  const text = (key: string) => stored.get(key) ?? '';
  const rules = options.find(({ key }) => key === 'RateLimits')?.value;
  const otherRules = rules === undefined ? undefined : parseJson(rules);
  return [
    ...(groups
      ? writeGroups(
          {
            groups,
            isAll: prune.includes('groups'),
            // A value that is not an array is refused when the option is checked.
            otherRules: Array.isArray(otherRules) ? otherRules : undefined,
          },
          text,
        )
      : []),
    ...(prices ? writePrices(prices, text, prune.includes('prices')) : []),
  ];
}

/** Returns the changes of groups and prices between two states of the options, for the described sections. */
export function compareSections(
  before: OptionValues,
  after: OptionValues,
  described: ReadonlySet<Section>,
): ConfigurationChange[] {
  const [from, to] = [before, after].map((values) => (key: string) => values.get(key) ?? '');
  if (!from || !to) return [];
  return [
    ...(described.has('groups')
      ? compareEntries('group', describeGroups(from), describeGroups(to))
      : []),
    ...(described.has('prices')
      ? compareEntries('price', describePrices(from), describePrices(to))
      : []),
  ];
}

function compareEntries(
  kind: 'group' | 'price',
  before: ReadonlyMap<string, object>,
  after: ReadonlyMap<string, object>,
): ConfigurationChange[] {
  return [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((name) => {
    const [from, to] = [before.get(name), after.get(name)];
    const fields = compareValues(from, to, () => false);
    const action = from === undefined ? 'add' : to === undefined ? 'delete' : 'change';
    return fields.length === 0 ? [] : [{ action, kind, name, fields } as const];
  });
}
