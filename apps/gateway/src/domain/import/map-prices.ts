import type { SourceRow } from '../../store/import-source/import-source.ts';
import { completionRatioOf } from './completion-ratios.ts';
import type { ImportFindings } from './import-findings.ts';
import { readPriceExpression } from './price-expression.ts';
import type { ModelPriceParts } from './model-price-parts.ts';
import type { Family } from './source-family.ts';
import { isObject, numberOf, numbersOf, objectOf, textOf } from './source-values.ts';

export interface PriceSource {
  family: Family;
  options: ReadonlyMap<string, string>;
  /** Rows of `prices`, one-hub only. */
  prices: readonly SourceRow[];
  /** What the channels offer. */
  models: ReadonlySet<string>;
  /** Whether `options` has all defaults too. */
  isComplete: boolean;
  findings: ImportFindings;
}

/** The prices that a database states, by model. */
export function mapPrices(source: PriceSource): Map<string, ModelPriceParts> {
  const { family, findings } = source;
  if (family !== 'new-api') findings.add('prices', 'price_rounding', family);
  return family === 'one-hub' ? hubPrices(source) : ratioPrices(source);
}

/** What one-api charges for a model that no table has. */
const ONE_API_UNKNOWN = 30;

function ratioPrices(source: PriceSource): Map<string, ModelPriceParts> {
  const { family, options, findings, models, isComplete } = source;
  const table = (key: string) => {
    const value = objectOf(options.get(key) ?? '');
    if (!value) findings.add('prices', 'price_invalid', key);
    return numbersOf(value);
  };
  const tables: Tables = {
    completion: table('CompletionRatio'),
    cache: table('CacheRatio'),
    cacheWrite: table('CreateCacheRatio'),
    image: table('ImageRatio'),
    audio: table('AudioRatio'),
    audioCompletion: table('AudioCompletionRatio'),
  };
  const ratios = Object.entries(table('ModelRatio')).filter(([name]) => isModel(name, source));
  const prices = new Map<string, ModelPriceParts>();
  for (const [model, ratio] of ratios) prices.set(model, ratioParts(source, model, ratio, tables));
  if (family === 'new-api') {
    for (const [model, modelPrice] of Object.entries(table('ModelPrice')))
      prices.set(model, { modelPrice });
    addExpressions(source, prices);
  }
  for (const model of models)
    if (!prices.has(model)) {
      if (family === 'one-api' && isComplete)
        prices.set(model, ratioParts(source, model, ONE_API_UNKNOWN, tables));
      else if (!isComplete) findings.add('prices', 'price_defaults_missing', model);
    }
  return prices;
}

/** one-api can price a model by the type of its channel: `name(type)`. */
function isModel(name: string, { family, findings }: PriceSource): boolean {
  if (family !== 'one-api' || !/\(\d+\)$/.test(name)) return true;
  findings.add('prices', 'price_by_type', name);
  return false;
}

interface Tables {
  completion: Record<string, number>;
  cache: Record<string, number>;
  cacheWrite: Record<string, number>;
  image: Record<string, number>;
  audio: Record<string, number>;
  audioCompletion: Record<string, number>;
}

function ratioParts(
  { family }: PriceSource,
  model: string,
  modelRatio: number,
  tables: Tables,
): ModelPriceParts {
  if (family === 'one-hub') return { modelRatio };
  const completionRatio = completionRatioOf(family, model, own(tables.completion, model));
  // one-api has no prices of the cache: cached tokens cost as all others.
  if (family === 'one-api')
    return { modelRatio, completionRatio, cacheRatio: 1, cacheWriteRatio: 1 };
  return {
    modelRatio,
    completionRatio,
    cacheRatio: own(tables.cache, model) ?? 1,
    cacheWriteRatio: own(tables.cacheWrite, model) ?? 1.25,
    ...given('imageRatio', own(tables.image, model)),
    ...given('audioRatio', own(tables.audio, model)),
    ...given('audioCompletionRatio', own(tables.audioCompletion, model)),
  };
}

/** Prices by expression: the plain ones are ratios, all others are reported. */
function addExpressions(
  { options, findings }: PriceSource,
  prices: Map<string, ModelPriceParts>,
): void {
  const modes = objectOf(options.get('billing_setting.billing_mode') ?? '') ?? {};
  const texts = objectOf(options.get('billing_setting.billing_expr') ?? '') ?? {};
  for (const [model, mode] of Object.entries(modes)) {
    if (mode !== 'tiered_expr') continue;
    const parts = readPriceExpression(String(texts[model] ?? ''));
    if (parts) prices.set(model, parts);
    else findings.add('prices', 'price_expression', model, String(texts[model] ?? ''));
  }
}

/** What one-hub charges for a model that no row has. */
const HUB_UNKNOWN: ModelPriceParts = { modelRatio: 30, completionRatio: 1, cacheRatio: 1 };
/** USD a call at an input of 1. */
const HUB_CALL_USD = 0.002;

function hubPrices({ prices: rows, models, findings }: PriceSource): Map<string, ModelPriceParts> {
  const prices = new Map<string, ModelPriceParts>();
  const prefixes: { prefix: string; row: SourceRow }[] = [];
  for (const row of rows) {
    const model = textOf(row, 'model');
    if (model.endsWith('*')) prefixes.push({ prefix: model.slice(0, -1), row });
    else prices.set(model, hubParts(model, row, findings));
  }
  for (const model of models) {
    if (prices.has(model)) continue;
    const row = prefixes.find(({ prefix }) => model.startsWith(prefix))?.row;
    prices.set(model, row ? hubParts(model, row, findings) : HUB_UNKNOWN);
  }
  return prices;
}

function hubParts(model: string, row: SourceRow, findings: ImportFindings): ModelPriceParts {
  const input = numberOf(row, 'input');
  const output = numberOf(row, 'output');
  if (textOf(row, 'type') === 'times') return { modelPrice: rounded(HUB_CALL_USD * input) };
  if (input === 0) {
    // Nothing can be a ratio of 0.
    if (output > 0) findings.add('prices', 'price_invalid', model, `0 / ${output}`);
    return { modelRatio: 0 };
  }
  const extra = numbersOf(objectOf(textOf(row, 'extra_ratios')));
  const completionRatio = output / input;
  const audio = extra['input_audio_tokens'];
  const audioOutput = extra['output_audio_tokens'] ?? 1;
  const readCache = model.includes('claude') ? (extra['cached_read_tokens'] ?? 0.1) : 1;
  return {
    modelRatio: input,
    completionRatio,
    cacheRatio: extra['cached_tokens'] ?? extra['cached_read_tokens'] ?? readCache,
    cacheWriteRatio: extra['cached_write_tokens'] ?? 1.25,
    ...given('imageRatio', extra['input_image_tokens']),
    ...(audio
      ? { audioRatio: audio, audioCompletionRatio: (audioOutput * completionRatio) / audio }
      : {}),
  };
}

const PLACES = 9;
const rounded = (value: number) => Number(value.toFixed(PLACES));
const own = (table: Record<string, number>, name: string) =>
  Object.hasOwn(table, name) ? table[name] : undefined;
const given = <Name extends string>(name: Name, value: number | undefined) =>
  (value === undefined ? {} : { [name]: value }) as Partial<Record<Name, number>>;

/** The ratios of the groups: an option, or a table of one-hub's. Undefined where the database states none. */
export function mapGroups(
  options: ReadonlyMap<string, string>,
  hubGroups: readonly SourceRow[],
  findings: ImportFindings,
): { ratios: Record<string, number>; usable: Record<string, string> | undefined } | undefined {
  const pairs =
    options.get('GroupGroupRatio') ?? options.get('group_ratio_setting.group_group_ratio');
  for (const group of Object.keys(objectOf(pairs ?? '') ?? {}))
    findings.add('prices', 'price_group_pairs', group);
  if (hubGroups.length > 0) {
    const enabled = hubGroups.filter((row) => !['0', 'f', 'false'].includes(textOf(row, 'enable')));
    const publicOnes = enabled.filter((row) => ['1', 't', 'true'].includes(textOf(row, 'public')));
    const named = (row: SourceRow): [string, string] => [
      textOf(row, 'symbol'),
      textOf(row, 'name') || textOf(row, 'symbol'),
    ];
    return {
      ratios: Object.fromEntries(
        enabled.map((row) => [textOf(row, 'symbol'), numberOf(row, 'ratio', 1)]),
      ),
      usable: Object.fromEntries(publicOnes.map(named)),
    };
  }
  const text = options.get('group_ratio_setting.group_ratio') ?? options.get('GroupRatio');
  const usable = objectOf(options.get('UserUsableGroups') ?? '');
  if (text === undefined) return undefined;
  return {
    ratios: numbersOf(objectOf(text)),
    usable:
      isObject(usable) && Object.keys(usable).length > 0
        ? Object.fromEntries(Object.entries(usable).map(([name, label]) => [name, String(label)]))
        : undefined,
  };
}
