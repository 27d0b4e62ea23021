import { ROLE_ROOT } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { addMapped, findMapped } from '../../store/imports-repository.ts';
import { loadOptions } from '../../store/options-repository.ts';
import type { OptionChange } from '../options/option-change.ts';
import { type ImportedGroups, readGroups, withKnownGroups } from './import-groups.ts';
import { type PriceCounts, readPrices } from './import-prices.ts';
import { type ImportRun, mapScopeOf } from './import-run.ts';
import { type ImportedOption, mapOptions } from './map-options.ts';

/** All options are a single entry in `import_map`. */
const WHOLE = 1;

/** What a dry run shows about options, prices and groups. */
export interface ImportedOptions {
  groups: ImportedGroups;
  prices: PriceCounts & { models: number };
  /** Names of options there and here. */
  names: { from: string; to: string }[];
}

/**
 * Imports options, prices and group ratios, once. With `merge`, values saved here stay: each option as a
 * whole, prices per model, ratios per group.
 */
export async function importOptions(run: ImportRun): Promise<ImportedOptions> {
  const { target, counts } = run;
  const groups = await readGroups(run);
  const prices = await readPrices(run);
  const options = (await keepSavedOptions(run, await readOptions(run))).map(
    ({ from, ...change }) => ({
      from,
      ...withKnownGroups(run, change, groups.ratios),
    }),
  );
  counts.prices.found = prices.prices.size;
  const describe = (omittedKeys: ReadonlySet<string>) => ({
    groups,
    prices: { ...prices.counts, models: prices.prices.size },
    names: options
      .filter(({ key }) => !omittedKeys.has(key))
      .map(({ from, key }) => ({ from, to: key })),
  });
  const changes = [...options, ...roundingChange(run)].map(({ key, value }) => ({ key, value }));
  const present = await findMapped(target.store.db, mapScopeOf(run, 'options'), [WHOLE]);
  if (present.size > 0) {
    counts.options.present = options.length;
    counts.prices.present = prices.prices.size;
    countFound(run);
    return describe(new Set());
  }
  const omittedKeys = await writeAll(run, [...changes, ...groups.changes, ...prices.changes]);
  counts.options.imported = options.filter(({ key }) => !omittedKeys.has(key)).length;
  counts.prices.imported = prices.prices.size;
  countFound(run);
  if (!run.dryRun) await addMapped(target.store.db, mapScopeOf(run, 'options'), [[WHOLE, WHOLE]]);
  return describe(omittedKeys);
}

/** Prices and group ratios are options in the source, but counted separately. */
function countFound({ counts: { options }, findings }: ImportRun): void {
  const optionFindings = findings.list().filter(({ area }) => area === 'options');
  options.skipped = optionFindings.reduce((sum, { count }) => sum + count, 0);
  options.found = options.imported + options.present + options.skipped;
}

async function readOptions(run: ImportRun): Promise<ImportedOption[]> {
  const options = mapOptions({
    ...run,
    hubGroups: await run.source.all('user_groups'),
    payments: await run.source.all('payments'),
  });
  return [...options, ...run.loginOptions];
}

/** With `merge`, drops options that were saved here with another value. */
async function keepSavedOptions(
  { target, merge, findings }: ImportRun,
  options: ImportedOption[],
): Promise<ImportedOption[]> {
  if (!merge) return options;
  const stored = new Set((await loadOptions(target.store.db)).map(({ key }) => key));
  return options.filter(({ key, value }) => {
    const currentText = target.options.raw(key);
    const isKept = stored.has(key) && currentText !== value;
    if (isKept) findings.add('options', 'option_kept', key);
    return !isKept;
  });
}

/** one-api and one-hub round every charge up; with `merge`, this installation keeps its own rounding. */
function roundingChange({ family, merge, findings, target }: ImportRun): OptionChange[] {
  if (family === 'new-api' || target.options.get('RoundChargesUp')) return [];
  if (!merge) return [{ key: 'RoundChargesUp', value: 'true' }];
  findings.add('prices', 'price_rounding', family);
  return [];
}

/** Without these, calls would cost something else: an import that can't write them fails. */
const NEEDED = new Set(['GroupRatio', 'ModelRatio', 'ModelPrice', 'CompletionRatio']);

/**
 * Writes the options that are valid together (a dry run only checks them); the others are left out and
 * reported. Returns the keys left out.
 */
async function writeAll(
  run: ImportRun,
  changes: readonly OptionChange[],
): Promise<ReadonlySet<string>> {
  const { options } = run.target;
  let rest = [...changes];
  const omittedKeys = new Set<string>();
  const actor = { ...run.actor, role: ROLE_ROOT };
  const verifiedSecret = rest.find(({ key }) => key === 'TurnstileSecretKey')?.value ?? '';
  // A disabled group has no ratio there, though users may be in it: their calls were refused there, too.
  const conditions = { verifiedSecret, note: `imported from ${run.name}`, groupsLater: true };
  for (;;) {
    try {
      if (run.dryRun) options.preview(rest, actor);
      else await options.write(rest, actor, conditions);
      return omittedKeys;
    } catch (error) {
      const key =
        error instanceof AppError ? (error.field ?? String(error.params['key'] ?? '')) : '';
      const remaining = rest.filter((change) => change.key !== key);
      if (remaining.length === rest.length || NEEDED.has(key)) throw error;
      run.findings.add('options', 'option_incomplete', key);
      omittedKeys.add(key);
      rest = remaining;
    }
  }
}
