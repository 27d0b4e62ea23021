import {
  type RequestedTool,
  type BillableFeatures,
  type ClientCall,
  FETCHED_TOKENS_MAX,
  imageUsesMax,
  type MediaWork,
  type WireFormat,
} from '@tollgate/dialects';
import {
  findUnpricedQuality,
  type Price,
  REQUEST_FEE,
  type Surcharges,
  type Tariff,
  THINKING,
  type ToolFee,
} from '@tollgate/pricing';
import { BATCH_TIER } from '../../domain/batches/batch-tier.ts';
import { AppError } from '../../platform/app-error.ts';

/** What a call may cost besides its tokens, determined before it is sent. */
export interface SurchargePlan {
  readonly requested: BillableFeatures;
  readonly tariff: Tariff;
  /** Each tool that may be used, with the most uses that are charged. */
  readonly tools: readonly PlannedTool[];
  /** The most uses of all tools together; Infinity if each has its own limit. */
  readonly usesMax: number;
  /** The largest factor of the service tier on the token price; at least 1. */
  readonly tierMax: number;
  /** Upper bound of all surcharges, for the reservation. */
  readonly worst: Surcharges;
  /** Tokens that the tools may add to the prompt. */
  readonly promptTokens: number;
}

export interface PlannedTool extends RequestedTool {
  readonly most: number;
  /** The dialect of the upstreams that run it for a client of another dialect. */
  readonly upstreamFormat?: WireFormat;
}

/** Searches of models that only search; their responses report the number. */
export const SEARCH_QUERY = 'search_query';
/** Multiple of the limit that is reserved for tools that no dialect can limit. */
const UNLIMITED_FACTOR = 3;
/** Approximate tokens that one use of a tool adds to the prompt: search results, a page of a file. */
const CONTENT_TOKENS = 10_000;
/** Tiers that do not change the price. */
export const USUAL_TIERS: ReadonlySet<string> = new Set([
  'auto',
  'default',
  'standard',
  'standard_only',
  'on_demand',
]);
/** Dialects of OpenAI's tiers. */
export const OPENAI: ReadonlySet<WireFormat> = new Set(['openai-chat', 'openai-responses']);
const NOTHING_REQUESTED: BillableFeatures = { tools: [] };
const FREE_TARIFF: Tariff = { tools: new Map(), tiers: new Map(), quotaPerUnit: 1 };

/** What limits the tools of a call besides its own limits. */
export interface ToolBounds {
  /** The most uses if the request sets no limit. */
  readonly usesMax: number;
  /** Whether any channel of the call receives its tools: others leave them out. */
  readonly mayRunTools: () => boolean;
  /** The dialects of the call's other channels. */
  readonly otherFormats?: () => Iterable<WireFormat>;
}

/**
 * Plans what a call may cost besides its tokens; undefined for most calls, which cost nothing more. Throws
 * AppError for a tier or parameter without a price. Tools without a price are left to {@link
 * findUnpricedTool}, as only upstreams of the caller's dialect receive them.
 */
export function planSurcharges(
  price: Price,
  { dialect, request, media }: ClientCall,
  { usesMax, mayRunTools, otherFormats }: ToolBounds,
): SurchargePlan | undefined {
  const { tariff: modelTariff } = price;
  const { billable = NOTHING_REQUESTED, model, choices, images = 0 } = request;
  if (media) refuseUnpricedQuality(price, media.work, model);
  refuseUnpriced(modelTariff, billable, model);
  // Prompt tokens added by free tools are reserved all the same.
  const tariff = modelTariff ?? (billable.tools.some(({ free }) => free) ? FREE_TARIFF : undefined);
  const isForTools = billable.tools.length > 0 && mayRunTools();
  const requested =
    isForTools || billable.tools.length === 0 ? billable : { ...billable, tools: [] };
  if (!tariff) return undefined;
  const reportsMoreUsage = tariff.tools.has(REQUEST_FEE) || tariff.tools.has(SEARCH_QUERY);
  if (requested === NOTHING_REQUESTED && !reportsMoreUsage && !tariff.tiers.has('auto'))
    return undefined;
  const planned = [...requested.tools, ...impliedTools(tariff)].map((tool): PlannedTool => {
    const most = mostUses(tool, dialect, { requested, usesMax, choices });
    return { ...tool, most: most * weightOf(tool, images) };
  });
  const formats = billable.tools.some(isSearch) ? (otherFormats?.() ?? []) : [];
  const translated = planSearches(tariff, billable, { formats, usesMax, choices });
  const tools = [...planned, ...translated];
  const isShared = dialect === 'openai-responses' && billable.tools.length > 0;
  const together = isShared
    ? Math.max(requested.usesMax ?? usesMax, ...translated.map(({ most }) => most))
    : Infinity;
  const tierMax = highestTierRatio(tariff, requested, dialect);
  const charged = together * Math.max(1, ...tools.map((tool) => weightOf(tool, images)));
  return {
    requested,
    tariff,
    tools,
    usesMax: charged,
    tierMax,
    worst: worstOf(tariff, { requested, tools, together: charged, tierMax }),
    promptTokens: contentOf(tools, together),
  };
}

/** Returns as how many uses one use may be charged: an image drawn from others is charged for those, too. */
function weightOf({ family, tool }: RequestedTool, images: number): number {
  return family === 'image_generation' ? imageUsesMax(tool, images) : 1;
}

function refuseUnpriced(
  tariff: Tariff | undefined,
  { tier, speed, place, refused }: BillableFeatures,
  model: string,
): void {
  if (refused !== undefined)
    throw new AppError('relay_parameter_not_billable', { parameter: refused });
  // Not tiers: the discount is for batches only, whatever an upstream makes of such a call.
  if (tier === BATCH_TIER || tier === THINKING)
    throw new AppError('relay_tier_not_priced', { tier, model });
  const names = [tier !== undefined && USUAL_TIERS.has(tier) ? undefined : tier, speed, place];
  for (const name of names)
    if (name !== undefined && !tariff?.tiers.has(name))
      throw new AppError('relay_tier_not_priced', { tier: name, model });
}

function refuseUnpricedQuality(price: Price, work: MediaWork, model: string): void {
  if (price.kind !== 'call' || work.unit !== 'image') return;
  const quality = findUnpricedQuality(price.imageFactors, work);
  if (quality !== undefined) throw new AppError('relay_quality_not_priced', { quality, model });
}

/** Returns the first requested tool that may be billed and has no price; undefined if all have one. */
export function findUnpricedTool({ tariff }: Price, { request }: ClientCall): string | undefined {
  const { tools } = request.billable ?? NOTHING_REQUESTED;
  return tools.find(
    ({ tool, family, free }) =>
      !free && !tariff?.tools.has(tool) && !(tool === family && tariff?.tools.has(family)),
  )?.tool;
}

function impliedTools({ tools }: Tariff): readonly RequestedTool[] {
  return [REQUEST_FEE, SEARCH_QUERY].flatMap((tool) =>
    tools.has(tool)
      ? [{ family: tool, tool, path: 'model', ...(tool === REQUEST_FEE ? { flat: 1 } : {}) }]
      : [],
  );
}

const SEARCHES = new Set(['web_search', 'google_search']);
const isSearch = ({ family }: RequestedTool) => SEARCHES.has(family);

interface OtherUpstreams {
  readonly formats: Iterable<WireFormat>;
  readonly usesMax: number;
  readonly choices: number;
}

/** Plans the searches that upstreams of other dialects may run, if the model has a price for theirs. */
function planSearches(
  { tools: prices }: Tariff,
  billable: BillableFeatures,
  { formats, usesMax, choices }: OtherUpstreams,
): PlannedTool[] {
  const requested = billable.tools.filter(isSearch);
  const each = requested.map(({ uses }) => uses ?? billable.usesMax ?? usesMax);
  const limit = Math.max(0, ...each);
  return [...new Set(formats)].flatMap((upstreamFormat): PlannedTool[] => {
    const family = upstreamFormat === 'gemini-generate' ? 'google_search' : 'web_search';
    if (!isDialect(upstreamFormat) || limit === 0 || !prices.has(family)) return [];
    const isFlat = upstreamFormat === 'openai-chat';
    const most = isFlat
      ? choices
      : upstreamFormat === 'gemini-generate'
        ? usesMax * UNLIMITED_FACTOR
        : limit;
    const flat = isFlat ? { flat: 1 } : {};
    return [{ family, tool: family, path: 'tools', upstreamFormat, most, ...flat }];
  });
}

const isDialect = (format: WireFormat) =>
  format === 'openai-chat' ||
  format === 'openai-responses' ||
  format === 'anthropic-messages' ||
  format === 'gemini-generate';

interface Limits {
  readonly requested: BillableFeatures;
  readonly usesMax: number;
  readonly choices: number;
}

/** Anthropic's tools that accept a limit. */
const LIMITED = new Set(['web_search', 'web_fetch']);

/**
 * Returns the most uses of a tool that are reserved and charged: the request's limit, or the one that we set
 * in it.
 */
function mostUses(
  { family, uses, flat }: RequestedTool,
  dialect: ClientCall['dialect'],
  { requested, usesMax, choices }: Limits,
): number {
  if (uses !== undefined) return uses;
  if (flat !== undefined) return flat * choices;
  if (dialect === 'openai-responses') return requested.usesMax ?? usesMax;
  if (dialect === 'anthropic-messages' && LIMITED.has(family)) return usesMax;
  return usesMax * UNLIMITED_FACTOR;
}

/**
 * Returns the ratio of the most expensive tier that the request can end up in. `auto` in the tariff is what
 * calls without a tier may cost. `fast` is a tier of OpenAI, under another name than `priority`, and a speed of
 * Anthropic.
 */
function highestTierRatio(
  { tiers }: Tariff,
  { tier }: BillableFeatures,
  dialect: ClientCall['dialect'],
): number {
  if (tier === undefined) return Math.max(1, tiers.get('auto') ?? 1);
  if (tier !== 'auto') return Math.max(1, tiers.get(tier) ?? 1);
  const mayBeFast = OPENAI.has(dialect) && !tiers.has('priority');
  const served = [...tiers]
    .filter(([name]) => (name === 'fast' ? mayBeFast : isServiceTier(name)))
    .map(([, ratio]) => ratio);
  return Math.max(1, tiers.get('auto') ?? Math.max(1, ...served));
}

/** Names in a tariff that no response has as its tier. */
const isServiceTier = (name: string) => name !== THINKING && !name.startsWith('inference_geo_');

interface Planned {
  readonly requested: BillableFeatures;
  readonly tools: readonly PlannedTool[];
  readonly together: number;
  readonly tierMax: number;
}

/** If tools share a limit, all uses may be of the most expensive; each may still be used once. */
function worstOf(tariff: Tariff, { requested, tools, together, tierMax }: Planned): Surcharges {
  const fees = tools.map((tool) => ({ ...highestFee(tariff, tool), uses: tool.most }));
  const mostExpensive = fees.toSorted((left, right) => right.use - left.use)[0];
  const shared = fees.map((fee) =>
    fee === mostExpensive ? { ...fee, uses: together } : { ...fee, uses: 1, use: 0 },
  );
  const charged = together === Infinity ? fees : shared;
  const modes = [requested.speed, requested.place].flatMap((name) => {
    const ratio = name === undefined ? 1 : (tariff.tiers.get(name) ?? 1);
    return ratio > 1 ? [[String(name), ratio] as const] : [];
  });
  return {
    tools: Object.fromEntries(charged.map((fee, index) => [String(index), fee])),
    tiers: Object.fromEntries([...modes, ['service_tier', tierMax]]),
    quotaPerUnit: tariff.quotaPerUnit,
  };
}

/**
 * Returns the highest fee for one use of a tool, over all its kinds if only the response reports the kind.
 * Per-request fees add up, as each kind may be due once.
 */
function highestFee({ tools }: Tariff, { family, tool, isExact }: RequestedTool): ToolFee {
  const fees = [...tools]
    .filter(
      ([name]) => name === tool || family === '*' || (!isExact && name.startsWith(`${family}_`)),
    )
    .map(([, fee]) => fee);
  return {
    use: Math.max(0, ...fees.map(({ use }) => use)),
    request: fees.reduce((sum, { request }) => sum + request, 0),
  };
}

/** Images and fees add no prompt tokens. */
const WORDLESS = new Set(['image_generation', REQUEST_FEE]);

function contentOf(tools: readonly PlannedTool[], together: number): number {
  const each = tools.map(({ family, most, contentTokens }) => {
    const tokens = contentTokens ?? (family === 'web_fetch' ? FETCHED_TOKENS_MAX : CONTENT_TOKENS);
    return WORDLESS.has(family) ? { tokens: 0, most: 0 } : { tokens, most };
  });
  if (together !== Infinity) return together * Math.max(0, ...each.map(({ tokens }) => tokens));
  return each.reduce((sum, { tokens, most }) => sum + tokens * most, 0);
}
