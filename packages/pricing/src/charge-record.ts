import { type CallFactors, type Price, priceAt, type RatioFactors } from './price.ts';
import type { ChargedTool, Surcharges } from './surcharges.ts';
import { isValidUsage, normaliseUsage, type Usage } from './usage.ts';

/** The inputs of a charge: the tokens of the call and the factors of its price. */
export type ChargeFactors = Partial<Usage> &
  Partial<Omit<RatioFactors, 'groupRatio'>> &
  Partial<CallFactors> & {
    promptTokens: number;
    completionTokens: number;
    groupRatio: number;
    /** Multiple of a price per call; 1 if absent. */
    callFactor?: number;
    /** True if charges by tokens were rounded up. */
    roundsUp?: boolean;
    /** True if the upstream reported no tokens, so that they are the gateway's estimate. */
    estimated?: boolean;
    priceVersion?: string;
    /** Tools and service tiers; absent if there were none. */
    surcharges?: Surcharges;
  };

/** The part of a log row from which a charge can be recomputed. `other` is its JSON text. */
export interface ChargedRow {
  prompt_tokens: number;
  completion_tokens: number;
  other: string;
}

const TOKEN_NAMES = {
  cachedTokens: 'cache_tokens',
  cacheWriteTokens: 'cache_write_tokens',
  cacheWriteHourTokens: 'cache_write_hour_tokens',
  reasoningTokens: 'reasoning_tokens',
  audioInputTokens: 'audio_input',
  audioOutputTokens: 'audio_output',
  imageInputTokens: 'image_input',
} as const satisfies Partial<Record<keyof Usage, string>>;

const FACTOR_NAMES = {
  modelRatio: 'model_ratio',
  completionRatio: 'completion_ratio',
  cacheRatio: 'cache_ratio',
  cacheWriteRatio: 'cache_write_ratio',
  cacheWriteHourRatio: 'cache_write_hour_ratio',
  audioRatio: 'audio_ratio',
  audioCompletionRatio: 'audio_completion_ratio',
  imageRatio: 'image_ratio',
  modelPrice: 'model_price',
  quotaPerUnit: 'quota_per_unit',
  groupRatio: 'group_ratio',
  tierAbove: 'price_tier',
} as const satisfies Record<keyof RatioFactors | keyof CallFactors, string>;

const entriesOf = <Map extends object>(map: Map) =>
  Object.entries(map) as [keyof Map, Map[keyof Map]][];
const TOKEN_ENTRIES = entriesOf(TOKEN_NAMES);
const FACTOR_ENTRIES = entriesOf(FACTOR_NAMES);

/**
 * Returns every factor of a charge, under its name in a log row's `other`. Token kinds that did not occur are
 * omitted.
 */
export function writeChargeRecord(
  price: Price,
  usage: Usage,
  callFactor = 1,
  surcharges?: Surcharges,
): Record<string, unknown> {
  const due = priceAt(price, usage);
  return {
    ...writePriceRecord(due),
    ...writeTokenRecord(due, usage),
    ...(due.kind === 'call' && callFactor !== 1 ? { call_factor: callFactor } : {}),
    ...(surcharges ? writeSurchargeRecord(due, surcharges) : {}),
  };
}

/** What a charge was computed from besides tokens. */
export interface BillRecord {
  readonly callFactor?: number;
  readonly facts?: Readonly<Record<string, number | string | boolean>>;
}

/** Returns the members of a charge record that only images and audio have. */
export function writeBillRecord(
  { kind }: Price,
  { callFactor = 1, facts }: BillRecord,
): Record<string, number | string | boolean> {
  return kind === 'call' && callFactor !== 1 ? { ...facts, call_factor: callFactor } : { ...facts };
}

/**
 * Returns the members of a charge record for tools and service tiers: their prices at the time, and the use.
 */
export function writeSurchargeRecord(
  { kind }: Price,
  { tools, tiers, quotaPerUnit }: Surcharges,
): Record<string, unknown> {
  const hasTools = Object.keys(tools).length > 0;
  return {
    ...(hasTools ? { tools } : {}),
    ...(Object.keys(tiers).length > 0 ? { tier_ratios: tiers } : {}),
    ...(hasTools && kind === 'ratio' ? { quota_per_unit: quotaPerUnit } : {}),
  };
}

/** Returns the members of a charge record that are the same for all calls at a price. */
export function writePriceRecord(price: Price): Record<string, number | string> {
  const factors: Partial<RatioFactors & CallFactors> = price.factors;
  const record: Record<string, number | string> = {};
  if (price.kind === 'ratio' && price.roundsUp) record['rounding'] = 'up';
  for (const [field, name] of FACTOR_ENTRIES) {
    const value = factors[field];
    if (value !== undefined && field !== 'cacheWriteHourRatio') record[name] = value;
  }
  record['price_version'] = price.version;
  return record;
}

/** Whether a call used only plain tokens, as most calls do. */
function isPlain(usage: Usage): boolean {
  return (
    usage.cachedTokens === 0 &&
    usage.cacheWriteTokens === 0 &&
    usage.reasoningTokens === 0 &&
    usage.audioInputTokens === 0 &&
    usage.audioOutputTokens === 0 &&
    !usage.imageInputTokens
  );
}

/**
 * Returns the members of a charge record specific to the call: its kinds of tokens, and factors only they
 * need.
 */
export function writeTokenRecord(price: Price, usage: Usage): Record<string, number> {
  if (isPlain(usage)) return {};
  const tokens = isValidUsage(usage) ? usage : normaliseUsage(usage);
  const record: Record<string, number> = {};
  for (const [field, name] of TOKEN_ENTRIES) {
    const count = tokens[field];
    if (count) record[name] = count;
  }
  if (price.kind === 'ratio' && tokens.cacheWriteHourTokens)
    record[FACTOR_NAMES.cacheWriteHourRatio] = price.factors.cacheWriteHourRatio;
  return record;
}

/**
 * Reads the factors back from a log row. Returns undefined for a row not charged by a price. Never throws.
 */
export function readChargeFactors(row: ChargedRow): ChargeFactors | undefined {
  const other = parseRecord(row.other);
  const groupRatio = other['group_ratio'];
  if (typeof groupRatio !== 'number') return undefined;
  const factors: ChargeFactors = {
    promptTokens: row.prompt_tokens,
    completionTokens: row.completion_tokens,
    groupRatio,
  };
  for (const [field, name] of [...TOKEN_ENTRIES, ...FACTOR_ENTRIES]) {
    const value = other[name];
    if (typeof value === 'number' && value >= 0) factors[field] = value;
  }
  if (typeof other['call_factor'] === 'number') factors.callFactor = other['call_factor'];
  if (typeof other['price_version'] === 'string') factors.priceVersion = other['price_version'];
  if (other['estimated'] === true) factors.estimated = true;
  if (other['rounding'] === 'up') factors.roundsUp = true;
  const surcharges = readSurcharges(other);
  if (surcharges) factors.surcharges = surcharges;
  return factors.modelPrice === undefined && factors.modelRatio === undefined ? undefined : factors;
}

function readSurcharges(other: Record<string, unknown>): Surcharges | undefined {
  const tools = Object.entries(recordOf(other['tools'])).filter(
    (entry): entry is [string, ChargedTool] => isChargedTool(entry[1]),
  );
  const tiers = Object.entries(recordOf(other['tier_ratios'])).filter(
    (entry): entry is [string, number] => typeof entry[1] === 'number',
  );
  if (tools.length === 0 && tiers.length === 0) return undefined;
  const unit = other['quota_per_unit'];
  return {
    tools: Object.fromEntries(tools),
    tiers: Object.fromEntries(tiers),
    quotaPerUnit: typeof unit === 'number' ? unit : 0,
  };
}

function isChargedTool(value: unknown): boolean {
  const { uses, use, request } = recordOf(value);
  return typeof uses === 'number' && typeof use === 'number' && typeof request === 'number';
}

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function parseRecord(text: string): Record<string, unknown> {
  try {
    return recordOf(JSON.parse(text));
  } catch {
    return {};
  }
}
