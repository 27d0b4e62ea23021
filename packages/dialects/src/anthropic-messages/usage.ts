import { countOf, type ChatUsage } from '../ir/usage.ts';
import { recordsOf } from '../json/loose-values.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';

/** The counters of one model call. */
interface Counters {
  readonly input?: number;
  readonly output?: number;
  readonly cacheRead?: number;
  readonly cacheWrite?: number;
  readonly cacheWrite1h?: number;
  readonly thinking?: number;
}

/** The counters of a usage object as received; a stream reports them in several parts. */
export interface MessagesUsage extends Counters {
  /** Of summaries written on the way: billed, but not part of the other counters. */
  readonly summaries?: Counters;
}

/** Merges the counters of a usage object into those known before; reported ones replace them. */
export function mergeMessagesUsage(before: MessagesUsage, raw: unknown): MessagesUsage {
  if (!isRecord(raw)) return before;
  const summaries = sumUpSummaries(raw.iterations) ?? before.summaries;
  return { ...mergeCounters(before, raw), ...(summaries ? { summaries } : {}) };
}

function mergeCounters(before: Counters, raw: JsonObject): Counters {
  const created = isRecord(raw.cache_creation) ? raw.cache_creation : undefined;
  const details = isRecord(raw.output_tokens_details) ? raw.output_tokens_details : undefined;
  return {
    input: countOf(raw.input_tokens) ?? before.input,
    output: countOf(raw.output_tokens) ?? before.output,
    cacheRead: countOf(raw.cache_read_input_tokens) ?? before.cacheRead,
    cacheWrite: countOf(raw.cache_creation_input_tokens) ?? before.cacheWrite,
    cacheWrite1h: countOf(created?.ephemeral_1h_input_tokens) ?? before.cacheWrite1h,
    thinking: countOf(details?.thinking_tokens) ?? before.thinking,
  };
}

/**
 * Sums up the iterations that compacted the conversation; undefined if there are none. All others are part of
 * the counters of the message. Source: Anthropic's SDK types, 1.14.
 */
function sumUpSummaries(iterations: unknown): Counters | undefined {
  const summaries = recordsOf(iterations).filter(({ type }) => type === 'compaction');
  if (summaries.length === 0) return undefined;
  const counted = summaries.map((iteration) => mergeCounters({}, iteration));
  const sum = (name: keyof Counters) =>
    counted.reduce((total, counters) => total + (counters[name] ?? 0), 0);
  return {
    input: sum('input'),
    output: sum('output'),
    cacheRead: sum('cacheRead'),
    cacheWrite: sum('cacheWrite'),
    cacheWrite1h: sum('cacheWrite1h'),
  };
}

/**
 * Returns usage for billing, where the prompt includes the cached tokens: this dialect counts them
 * separately. Undefined while neither input nor output is known.
 */
export function toChatUsage({ summaries = {}, ...usage }: MessagesUsage): ChatUsage | undefined {
  const { input, output, thinking = 0 }: Counters = usage;
  if (input === undefined && output === undefined) return undefined;
  const sum = (name: keyof Counters) => (usage[name] ?? 0) + (summaries[name] ?? 0);
  const [cacheRead, cacheWrite, completion] = [sum('cacheRead'), sum('cacheWrite'), sum('output')];
  const cacheWrite1h = sum('cacheWrite1h');
  return {
    promptTokens: sum('input') + cacheRead + cacheWrite,
    cachedTokens: cacheRead,
    cacheWriteTokens: cacheWrite,
    completionTokens: completion,
    reasoningTokens: Math.min(thinking, completion),
    audioInputTokens: 0,
    audioOutputTokens: 0,
    ...(cacheWrite1h > 0 ? { cacheWriteHourTokens: cacheWrite1h } : {}),
  };
}

/** Reads the usage of a whole response. */
export function readMessagesUsage(raw: unknown): ChatUsage | undefined {
  return toChatUsage(mergeMessagesUsage({}, raw));
}

/** Renders usage in the messages dialect. */
export function renderMessagesUsage(usage: ChatUsage | undefined): JsonObject {
  const cached = usage?.cachedTokens ?? 0;
  const cacheWrites = usage?.cacheWriteTokens ?? 0;
  const cacheWrites1h = usage?.cacheWriteHourTokens ?? 0;
  return {
    input_tokens: Math.max(0, (usage?.promptTokens ?? 0) - cached - cacheWrites),
    cache_creation_input_tokens: cacheWrites,
    cache_read_input_tokens: cached,
    cache_creation: {
      ephemeral_5m_input_tokens: Math.max(0, cacheWrites - cacheWrites1h),
      ephemeral_1h_input_tokens: cacheWrites1h,
    },
    output_tokens: usage?.completionTokens ?? 0,
    ...(usage && usage.reasoningTokens > 0
      ? { output_tokens_details: { thinking_tokens: usage.reasoningTokens } }
      : {}),
    service_tier: 'standard',
  };
}
