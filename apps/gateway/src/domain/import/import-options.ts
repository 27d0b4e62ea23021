import { ROLE_ROOT } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { addMapped, findMapped } from '../../store/imports-repository.ts';
import { loadOptions } from '../../store/options-repository.ts';
import type { OptionChange } from '../options/option-change.ts';
import { type ImportedGroups, readGroups, withKnownGroups } from './import-groups.ts';
import { type PriceCounts, readPrices } from './import-prices.ts';
import { type ImportRun, placeOf } from './import-run.ts';
import { type ImportedOption, mapOptions } from './map-options.ts';

/** All options are one thing in `import_map`. */
const WHOLE = 1;

/** What a dry run shows of options, prices and groups. */
export interface ImportedOptions {
  groups: ImportedGroups;
  prices: PriceCounts & { models: number };
  /** What options are called there and here. */
  names: { from: string; to: string }[];
}

/**
 * Brings options, prices and group ratios over, once. With `merge` what somebody saved here stays:
 * options as a whole, prices model by model, ratios group by group.
 */
export async function importOptions(run: ImportRun): Promise<ImportedOptions> {
  const { target, counts } = run;
  const groups = await readGroups(run);
  const prices = await readPrices(run);
  const options = (await keepOwn(run, await readOptions(run))).map(({ from, ...change }) => ({
    from,
    ...withKnownGroups(run, change, groups.ratios),
  }));
  counts.prices.found = prices.prices.size;
  const describe = (left: ReadonlySet<string>) => ({
    groups,
    prices: { ...prices.counts, models: prices.prices.size },
    names: options.filter(({ key }) => !left.has(key)).map(({ from, key }) => ({ from, to: key })),
  });
  const changes = [...options, ...roundingChange(run)].map(({ key, value }) => ({ key, value }));
  const present = await findMapped(target.store.db, placeOf(run, 'options'), [WHOLE]);
  if (present.size > 0) {
    counts.options.present = changes.length;
    counts.prices.present = prices.prices.size;
    countFound(run);
    return describe(new Set());
  }
  const left = await writeAll(run, [...changes, ...groups.changes, ...prices.changes]);
  counts.options.imported = changes.length - left.size;
  counts.prices.imported = prices.prices.size;
  countFound(run);
  if (!run.dryRun) await addMapped(target.store.db, placeOf(run, 'options'), [[WHOLE, WHOLE]]);
  return describe(left);
}

/** Prices and ratios of groups are options there, and told by themselves. */
function countFound({ counts: { options }, findings }: ImportRun): void {
  const told = findings.list().filter(({ area }) => area === 'options');
  options.skipped = told.reduce((sum, { count }) => sum + count, 0);
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

/** With `merge` an option that was saved here stays as it is. */
async function keepOwn(
  { target, merge, findings }: ImportRun,
  options: ImportedOption[],
): Promise<ImportedOption[]> {
  if (!merge) return options;
  const stored = new Set((await loadOptions(target.store.db)).map(({ key }) => key));
  return options.filter(({ key, value }) => {
    const own = target.options.raw(key);
    const isKept = stored.has(key) && own !== value;
    if (isKept) findings.add('options', 'option_kept', key);
    return !isKept;
  });
}

/** one-api and one-hub round every charge up; what is in use here keeps its rounding. */
function roundingChange({ family, merge, findings, target }: ImportRun): OptionChange[] {
  if (family === 'new-api' || target.options.get('RoundChargesUp')) return [];
  if (!merge) return [{ key: 'RoundChargesUp', value: 'true' }];
  findings.add('prices', 'price_rounding', family);
  return [];
}

/** Without these nothing costs what it did: an import that can't write them fails. */
const NEEDED = new Set(['GroupRatio', 'ModelRatio', 'ModelPrice', 'CompletionRatio']);

/** Writes all that fit together, or would; one that does not is left out and reported. Answers which were. */
async function writeAll(
  run: ImportRun,
  wanted: readonly OptionChange[],
): Promise<ReadonlySet<string>> {
  const { options } = run.target;
  let rest = [...wanted];
  const left = new Set<string>();
  const actor = { ...run.actor, role: ROLE_ROOT };
  const provedSecret = rest.find(({ key }) => key === 'TurnstileSecretKey')?.value ?? '';
  // A group that is off there has no ratio, though people are in it: their calls were refused too.
  const conditions = { provedSecret, note: `imported from ${run.name}`, groupsLater: true };
  for (;;) {
    try {
      if (run.dryRun) options.preview(rest, actor);
      else await options.write(rest, actor, conditions);
      return left;
    } catch (error) {
      const key =
        error instanceof AppError ? (error.field ?? String(error.params['key'] ?? '')) : '';
      const without = rest.filter((change) => change.key !== key);
      if (without.length === rest.length || NEEDED.has(key)) throw error;
      run.findings.add('options', 'option_incomplete', key);
      left.add(key);
      rest = without;
    }
  }
}
