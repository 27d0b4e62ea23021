import { ROLE_ROOT } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import { addMapped, findMapped } from '../../store/imports-repository.ts';
import { loadOptions } from '../../store/options-repository.ts';
import type { SourceRow } from '../../store/import-source/import-source.ts';
import type { OptionChange } from '../options/option-change.ts';
import { type ImportRun, placeOf } from './import-run.ts';
import { mapOptions } from './map-options.ts';
import { mapGroups, mapPrices } from './map-prices.ts';
import type { ModelPriceParts } from './model-price-parts.ts';

/** All options are one thing in `import_map`. */
const WHOLE = 1;

/** What a dry run shows of prices and groups. */
export interface ImportedPrices {
  models: number;
  groups: Record<string, number>;
}

/**
 * Brings options, prices and group ratios over, once. With `merge` what somebody saved here stays:
 * options as a whole, prices model by model, ratios group by group.
 */
export async function importOptions(run: ImportRun): Promise<ImportedPrices> {
  const { target, counts, findings } = run;
  counts.options.found = run.options.size;
  const present = await findMapped(target.store.db, placeOf(run, 'options'), [WHOLE]);
  const stored = new Set((await loadOptions(target.store.db)).map(({ key }) => key));
  const changes = mapOptions(run.family, run.options, findings).filter(({ key, value }) => {
    const isKept = run.merge && stored.has(key) && target.options.raw(key) !== value;
    if (isKept) findings.add('options', 'option_kept', key, target.options.raw(key).slice(0, 100));
    return !isKept;
  });
  const prices = mapPrices({
    ...run,
    prices: await run.source.all('prices'),
  });
  const groups = groupChanges(run, await run.source.all('user_groups'));
  counts.prices.found = prices.size;
  const summary = { models: prices.size, groups: groups.ratios };
  if (present.size > 0) {
    counts.options.present = changes.length;
    counts.prices.present = prices.size;
    return summary;
  }
  counts.options.imported = changes.length;
  counts.prices.imported = prices.size;
  if (run.dryRun) return summary;
  const wanted = [...changes, ...groups.changes, ...priceChanges(run, prices, stored)];
  counts.options.imported -= await writeAll(run, wanted);
  await addMapped(target.store.db, placeOf(run, 'options'), [[WHOLE, WHOLE]]);
  return summary;
}

const MAPS = {
  modelRatio: 'ModelRatio',
  completionRatio: 'CompletionRatio',
  cacheRatio: 'CacheRatio',
  cacheWriteRatio: 'CacheWriteRatio',
  imageRatio: 'ImageRatio',
  audioRatio: 'AudioRatio',
  audioCompletionRatio: 'AudioCompletionRatio',
  modelPrice: 'ModelPrice',
} as const satisfies Record<keyof ModelPriceParts, string>;

/**
 * The price options with the prices of the source in them. A model that the source prices costs what
 * it cost there and nothing else: our own tiers and ratios of it go.
 */
function priceChanges(
  { target: { options }, merge }: ImportRun,
  prices: ReadonlyMap<string, ModelPriceParts>,
  stored: ReadonlySet<string>,
): OptionChange[] {
  if (prices.size === 0) return [];
  const read = (key: string) => JSON.parse(options.raw(key)) as Record<string, unknown>;
  const isPricedHere =
    merge && (stored.has('ModelRatio') || stored.has('ModelPrice'))
      ? new Set([...Object.keys(read('ModelRatio')), ...Object.keys(read('ModelPrice'))])
      : new Set<string>();
  const taken = [...prices].filter(([model]) => !isPricedHere.has(model));
  const tiers = read('PriceTiers');
  for (const [model] of taken) delete tiers[model];
  const changes = Object.entries(MAPS).map(([part, key]) => {
    const map = read(key);
    for (const [model, parts] of taken) {
      const value = parts[part as keyof ModelPriceParts];
      if (value === undefined) delete map[model];
      else map[model] = value;
    }
    return { key, value: JSON.stringify(map, null, 2) };
  });
  return [...changes, { key: 'PriceTiers', value: JSON.stringify(tiers, null, 2) }];
}

/** Ratios of groups; those that users and channels name without one had 1 there. */
function groupChanges(
  run: ImportRun,
  hubGroups: readonly SourceRow[],
): { changes: OptionChange[]; ratios: Record<string, number> } {
  const { options } = run.target;
  const here = options.get('GroupRatio');
  const found = mapGroups(run.options, hubGroups, run.findings);
  const named = Object.fromEntries([...run.groups].map((group) => [group, 1]));
  const unnamed = run.family === 'one-hub' ? {} : named;
  const defaults = found ? {} : here;
  const ratios = { ...unnamed, ...defaults, ...found?.ratios, ...(run.merge ? here : {}) };
  const usable = { ...found?.usable, ...(run.merge ? options.get('UserUsableGroups') : {}) };
  return {
    ratios,
    changes: [
      { key: 'GroupRatio', value: JSON.stringify(ratios, null, 2) },
      ...(found?.usable
        ? [{ key: 'UserUsableGroups', value: JSON.stringify(usable, null, 2) }]
        : []),
    ],
  };
}

/** Writes all that fit together; one that does not is left out and reported. Answers how many were. */
async function writeAll(run: ImportRun, wanted: readonly OptionChange[]): Promise<number> {
  const { options } = run.target;
  let rest = [...wanted];
  const actor = { ...run.actor, role: ROLE_ROOT };
  const provedSecret = rest.find(({ key }) => key === 'TurnstileSecretKey')?.value ?? '';
  for (;;) {
    try {
      await options.write(rest, actor, { provedSecret, note: `imported from ${run.name}` });
      return wanted.length - rest.length;
    } catch (error) {
      const key =
        error instanceof AppError ? (error.field ?? String(error.params['key'] ?? '')) : '';
      const without = rest.filter((change) => change.key !== key);
      if (without.length === rest.length) throw error;
      run.findings.add('options', 'option_incomplete', key);
      rest = without;
    }
  }
}
