import { member } from '../gemini-generate/member.ts';
import type { WireFormat } from '../ir/dialect.ts';
import { countOf } from '../ir/usage.ts';
import { recordOf, recordsOf } from '../json/loose-values.ts';
import type { JsonObject } from '../json/json-object.ts';
import { type BillableUse, type DrawnTokens, plainTier } from './billable-features.ts';
import { ownValue } from '../json/own-value.ts';

/** Reads the reported use of billed tools and tiers from a response's body or events. */
export interface UseMeter {
  /** Reads a whole response, or the data of one event. */
  take(data: JsonObject): void;
  readonly use: BillableUse;
}

/** Creates a meter for a dialect's responses; undefined for dialects that report no such use. */
export function openUseMeter(format: WireFormat): UseMeter | undefined {
  switch (format) {
    case 'openai-chat':
      return new ChatMeter();
    case 'openai-responses':
      return new ResponsesMeter();
    case 'anthropic-messages':
      return new MessagesMeter();
    case 'gemini-generate':
      return new GenerateMeter();
    default:
      return undefined;
  }
}

type Counts = Record<string, number>;

/** Counts that are summed (`added`), and running totals, whose highest value counts (`reported`). */
class Tally {
  // Without a prototype: an upstream chooses some of the names.
  readonly added = Object.create(null) as Counts;
  readonly reported = Object.create(null) as Counts;
  tier: string | undefined;
  speed: string | undefined;
  place: string | undefined;

  add(tool: string, uses = 1): void {
    this.added[tool] = (this.added[tool] ?? 0) + uses;
  }

  report(tool: string, uses: unknown): void {
    const count = countOf(uses);
    if (count !== undefined) this.reported[tool] = Math.max(this.reported[tool] ?? 0, count);
  }

  reportTier(value: unknown): void {
    if (typeof value === 'string') this.tier = plainTier(value) ?? this.tier;
  }

  /** Returns the use, with the `counts` that apply in the dialect. */
  toUse(counts: Counts): BillableUse {
    const { tier, speed, place } = this;
    return {
      tools: Object.fromEntries(Object.entries(counts).filter(([, uses]) => uses > 0)),
      ...(tier === undefined ? {} : { tier }),
      ...(speed === undefined ? {} : { speed }),
      ...(place === undefined ? {} : { place }),
    };
  }

  get highest(): Counts {
    const names = [...Object.keys(this.added), ...Object.keys(this.reported)];
    return Object.fromEntries(
      names.map((name) => [name, Math.max(this.added[name] ?? 0, this.reported[name] ?? 0)]),
    );
  }
}

/** Tools by their names in xAI's `server_side_tool_usage_details`. */
const XAI_TOOLS: Readonly<Record<string, string>> = {
  web_search_calls: 'web_search',
  x_search_calls: 'x_search',
  code_interpreter_calls: 'code_execution',
  file_search_calls: 'file_search',
  document_search_calls: 'file_search',
  collections_search_calls: 'file_search',
  attachment_search_calls: 'attachment_search',
};

/**
 * Reads the uses reported in a usage object of the OpenAI envelope: xAI, Perplexity, OpenRouter, DashScope.
 */
function readReportedUsage(tally: Tally, raw: unknown): void {
  const usage = recordOf(raw);
  tally.report('live_search', usage.num_sources_used);
  tally.report('search_query', usage.num_search_queries);
  tally.report('web_search', recordOf(usage.server_tool_use).web_search_requests);
  tally.report('web_search', recordOf(recordOf(usage.plugins).search).count);
  const details = recordOf(usage.server_side_tool_usage_details);
  for (const [name, tool] of Object.entries(XAI_TOOLS)) tally.report(tool, details[name]);
}

class ChatMeter implements UseMeter {
  readonly #tally = new Tally();

  take(data: JsonObject): void {
    this.#tally.reportTier(data.service_tier);
    readReportedUsage(this.#tally, data.usage);
    for (const choice of recordsOf(data.choices)) {
      const message = recordOf(choice.message ?? choice.delta);
      for (const call of recordsOf(message.tool_calls))
        if (recordOf(call.function).name === '$web_search') this.#tally.add('web_search');
    }
  }

  get use(): BillableUse {
    return this.#tally.toUse(this.#tally.highest);
  }
}

/** Tools by the types of output items. */
const ITEM_TOOLS: Readonly<Record<string, string>> = {
  web_search_call: 'web_search',
  x_search_call: 'x_search',
  file_search_call: 'file_search',
  collections_search_call: 'file_search',
  code_interpreter_call: 'code_execution',
  shell_call: 'code_execution',
  image_generation_call: 'image_generation',
};

class ResponsesMeter implements UseMeter {
  readonly #tally = new Tally();
  #drawn: DrawnTokens | undefined;

  take(data: JsonObject): void {
    if (data.type === 'response.output_item.done') return this.#count(recordOf(data.item));
    const response = data.object === 'response' ? data : recordOf(data.response);
    this.#tally.reportTier(response.service_tier);
    const listed = new Tally();
    for (const item of recordsOf(response.output)) {
      const tool = toolOfItem(item);
      if (tool) listed.add(tool);
    }
    for (const [tool, uses] of Object.entries(listed.added)) this.#tally.report(tool, uses);
    readReportedUsage(this.#tally, response.usage);
    const { web_search: search, image_gen: drawing } = recordOf(response.tool_usage);
    this.#tally.report('web_search', recordOf(search).num_requests);
    this.#drawn = drawnTokens(recordOf(drawing)) ?? this.#drawn;
  }

  #count(item: JsonObject): void {
    const tool = toolOfItem(item);
    if (tool) this.#tally.add(tool);
  }

  get use(): BillableUse {
    const use = this.#tally.toUse(this.#tally.highest);
    return this.#drawn ? { ...use, drawn: this.#drawn } : use;
  }
}

/** Returns the tokens that a drawing tool used; undefined if none are reported. */
function drawnTokens(usage: JsonObject): DrawnTokens | undefined {
  const output = countOf(usage.output_tokens);
  if (output === undefined) return undefined;
  const { image_tokens: images, text_tokens: texts } = recordOf(usage.input_tokens_details);
  return { output, images: countOf(images) ?? 0, texts: countOf(texts) ?? 0 };
}

const CALL = /^([a-z]\w{0,40})_call$/;
/** Types of calls of tools that the client runs, or that are billed by their tokens. */
const UNBILLED_CALLS = new Set(
  'function custom_tool computer local_shell apply_patch mcp tool_search'.split(' '),
);

/** Returns the tool of an item's type: those that we do not know are named after the tool. */
function toolOfType(type: string): string | undefined {
  const named = CALL.exec(type)?.[1];
  const isBilled = named !== undefined && !UNBILLED_CALLS.has(named);
  return ownValue(ITEM_TOOLS, type) ?? (isBilled ? named : undefined);
}

/** Opened pages and failed images are not billed. */
function toolOfItem(item: JsonObject): string | undefined {
  const tool = typeof item.type === 'string' ? toolOfType(item.type) : undefined;
  if (tool === undefined || item.status === 'failed') return undefined;
  if (tool === 'web_search') {
    const { type = 'search' } = recordOf(item.action);
    return type === 'search' ? tool : undefined;
  }
  if (tool === 'image_generation' && typeof item.quality === 'string' && item.quality !== 'auto')
    return `${tool}_${item.quality}`;
  return tool;
}

/** Tools by their names in Anthropic's blocks. */
const BLOCK_TOOLS: Readonly<Record<string, string>> = {
  web_search: 'web_search',
  web_fetch: 'web_fetch',
  code_execution: 'code_execution',
  bash_code_execution: 'code_execution',
  text_editor_code_execution: 'code_execution',
};

/** Reported usage takes precedence; otherwise the blocks are counted (code execution, or no usage). */
class MessagesMeter implements UseMeter {
  readonly #tally = new Tally();

  take(data: JsonObject): void {
    const message = data.type === 'message' ? data : recordOf(data.message);
    for (const block of recordsOf(message.content)) this.#takeBlock(block);
    if (data.type === 'content_block_start') this.#takeBlock(recordOf(data.content_block));
    for (const usage of [recordOf(message.usage), recordOf(data.usage)]) this.#takeUsage(usage);
  }

  #takeBlock({ type, name }: JsonObject): void {
    if (type !== 'server_tool_use' || typeof name !== 'string') return;
    this.#tally.add(ownValue(BLOCK_TOOLS, name) ?? name);
  }

  #takeUsage(usage: JsonObject): void {
    const tally = this.#tally;
    tally.reportTier(usage.service_tier);
    if (typeof usage.speed === 'string') tally.speed = usage.speed;
    if (typeof usage.inference_geo === 'string')
      tally.place = `inference_geo_${usage.inference_geo}`;
    for (const [name, uses] of Object.entries(recordOf(usage.server_tool_use)))
      if (name.endsWith('_requests')) tally.report(name.slice(0, -'_requests'.length), uses);
  }

  get use(): BillableUse {
    const { added, reported } = this.#tally;
    // The start of a stream reports zeros.
    const final = Object.fromEntries(Object.entries(reported).filter(([, uses]) => uses > 0));
    return this.#tally.toUse({ ...added, ...final });
  }
}

/** Vertex's names of the tiers. */
const TRAFFIC: Readonly<Record<string, string>> = {
  ON_DEMAND: 'standard',
  ON_DEMAND_PRIORITY: 'priority',
  ON_DEMAND_FLEX: 'flex',
};

/** More candidates than can be requested. */
const CANDIDATES_MAX = 128;

/** Searches by which a candidate found pages or images: each is billed. */
const QUERIES = ['webSearchQueries', 'imageSearchQueries'];

class GenerateMeter implements UseMeter {
  readonly #tally = new Tally();
  /** Searches by the index of the candidate. */
  readonly #searches = new Map<unknown, number>();

  take(data: JsonObject): void {
    const tally = this.#tally;
    const usage = recordOf(member(data, 'usageMetadata'));
    tally.reportTier(member(usage, 'serviceTier'));
    const traffic = member(usage, 'trafficType');
    if (typeof traffic === 'string') tally.reportTier(ownValue(TRAFFIC, traffic));
    for (const candidate of recordsOf(data.candidates)) {
      const grounding = recordOf(member(candidate, 'groundingMetadata'));
      const chunks = recordsOf(member(grounding, 'groundingChunks'));
      const queries = QUERIES.flatMap((name) => member(grounding, name) ?? []).length;
      const isGrounded = chunks.some(({ web, image }) => (web ?? image) !== undefined);
      this.#takeSearches(candidate.index ?? 0, Math.max(queries, isGrounded ? 1 : 0));
      if (chunks.some(({ maps }) => maps !== undefined)) tally.report('google_maps', 1);
    }
  }

  /** An answer in parts may report the searches of a candidate again. */
  #takeSearches(index: unknown, searches: number): void {
    if (searches === 0 || (this.#searches.size >= CANDIDATES_MAX && !this.#searches.has(index)))
      return;
    this.#searches.set(index, Math.max(this.#searches.get(index) ?? 0, searches));
    const all = [...this.#searches.values()].reduce((sum, each) => sum + each, 0);
    this.#tally.report('google_search', all);
  }

  get use(): BillableUse {
    return this.#tally.toUse(this.#tally.highest);
  }
}
