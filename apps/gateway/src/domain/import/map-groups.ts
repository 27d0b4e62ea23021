import type { SourceRow } from '../../store/import-source/import-source.ts';
import type { ImportFindings } from './import-findings.ts';
import { RATIO_MAX } from './price-tables.ts';
import type { Family } from './source-family.ts';
import { isObject } from '../../platform/lenient-json.ts';
import { flagOf, jsonText, numberOf, numbersOf, objectOf, shortTextOf } from './source-values.ts';

export interface GroupSource {
  family: Family;
  options: ReadonlyMap<string, string>;
  /** Rows of `user_groups`, one-hub only. */
  hubGroups: readonly SourceRow[];
  findings: ImportFindings;
}

/** The groups that a database states; an undefined part is at the program's default, which is ours, too. */
export interface SourceGroups {
  ratios: Record<string, number> | undefined;
  /** Groups that users may choose for a key, with their labels. */
  usable: Record<string, string> | undefined;
  /** Ratios of groups for users of another group. */
  pairs: Record<string, Record<string, number>>;
  /** Further groups that users of a group may choose. */
  special: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Reads the groups of a database: from options, or from a table of one-hub. */
export function mapGroups(source: GroupSource): SourceGroups {
  const { family, options, findings, hubGroups } = source;
  if (hubGroups.length > 0) return readHubGroups(hubGroups, findings);
  const text = options.get('group_ratio_setting.group_ratio') ?? options.get('GroupRatio');
  const ratios =
    text === undefined ? undefined : readRatios(objectOf(text), 'GroupRatio', findings);
  return {
    ...NONE,
    ratios,
    pairs: readPairs(source),
    // Keys of one-api have no group: nobody could choose one there, nor can they here.
    usable: family === 'one-api' ? {} : textsOf(objectOf(options.get('UserUsableGroups') ?? '')),
    special: readSpecial(options.get('group_ratio_setting.group_special_usable_group') ?? ''),
  };
}

const NONE: SourceGroups = {
  ratios: undefined,
  usable: undefined,
  pairs: {},
  special: new Map(),
};

function readPairs({ options, findings }: GroupSource): SourceGroups['pairs'] {
  const text =
    options.get('group_ratio_setting.group_group_ratio') ?? options.get('GroupGroupRatio');
  const table = objectOf(text ?? '');
  if (!table) findings.add('prices', 'price_invalid', 'GroupGroupRatio');
  return Object.fromEntries(
    Object.entries(table ?? {}).map(([userGroup, ratios]) => [
      userGroup,
      readRatios(ratios, 'GroupGroupRatio', findings),
    ]),
  );
}

/** A disabled group gets no ratio: calls in it are refused here as they were there. */
function readHubGroups(rows: readonly SourceRow[], findings: ImportFindings): SourceGroups {
  const isOff = (row: SourceRow) => !flagOf(row, 'enable', true);
  const enabled = rows.filter((row) => !isOff(row));
  for (const row of rows.filter(isOff))
    findings.add('options', 'group_disabled', shortTextOf(row, 'symbol'));
  return {
    ...NONE,
    ratios: checked(
      Object.fromEntries(
        enabled.map((row) => [shortTextOf(row, 'symbol'), numberOf(row, 'ratio', 1)]),
      ),
      findings,
    ),
    usable: Object.fromEntries(
      enabled
        .filter((row) => flagOf(row, 'public'))
        .map((row) => [
          shortTextOf(row, 'symbol'),
          shortTextOf(row, 'name') || shortTextOf(row, 'symbol'),
        ]),
    ),
  };
}

/** Reads ratios by group; reports a table that is unreadable, and members that are no ratios. */
function readRatios(
  table: unknown,
  option: string,
  findings: ImportFindings,
): Record<string, number> {
  if (table === undefined) findings.add('prices', 'price_invalid', option);
  const onInvalid = (group: string, ratio: string) =>
    findings.add('prices', 'price_invalid', group, `${option} ${ratio}`);
  return checked(numbersOf(table, onInvalid), findings);
}

/** Removes groups without a name or with a ratio below 0 or above RATIO_MAX, and reports them. */
function checked(
  ratios: Readonly<Record<string, number>>,
  findings: ImportFindings,
): Record<string, number> {
  const isValid = ([group, ratio]: [string, number]) =>
    group.trim() !== '' && ratio >= 0 && ratio <= RATIO_MAX;
  for (const [group, ratio] of Object.entries(ratios).filter((pair) => !isValid(pair)))
    findings.add('prices', 'price_invalid', group, `GroupRatio ${ratio}`);
  return Object.fromEntries(Object.entries(ratios).filter(isValid));
}

function textsOf(value: Record<string, unknown> | undefined): Record<string, string> | undefined {
  if (!value || Object.keys(value).length === 0) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, label]) => [name, jsonText(label)]));
}

/** Reads `{group: {"other" or "+:other": text, "-:other": text}}`; removals (`-:`) have no counterpart. */
function readSpecial(text: string): Map<string, Set<string>> {
  return new Map(
    Object.entries(objectOf(text) ?? {}).map(([group, others]) => [
      group,
      new Set(
        Object.keys(isObject(others) ? others : {})
          .filter((name) => !name.startsWith('-:'))
          .map((name) => name.replace(/^\+:/, '')),
      ),
    ]),
  );
}
