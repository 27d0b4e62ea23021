import type { UpstreamFormat } from '../ir/dialect.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { takesCacheBreakpoints } from '../model-rules/openai-models.ts';
import type { CacheHint, Part, TextPart } from '../ir/parts.ts';
import type { ChatRequest, Tool, Turn } from '../ir/request.ts';

/**
 * Most markers in a request. Source: Anthropic's and OpenAI's references on prompt caching, November 2026.
 */
const MARKS_MAX = 4;

/**
 * Fits the markers of cached prompts to the upstream: at most four, the last ones, as each covers everything
 * before it; one-hour markers before five-minute ones; none on empty text. An OpenAI client that only names a
 * cache key gets two at Anthropic, after the system prompt and at the end: Anthropic caches nothing without a
 * marker.
 */
export function fitCacheMarks(
  original: ChatRequest,
  to: UpstreamFormat,
  warnings: ConversionWarnings,
): ChatRequest {
  const request = { ...original, turns: original.turns.map(liftMarks) };
  if (to === 'anthropic-messages') return fitForAnthropic(request);
  if (to !== 'openai-responses') return request;
  const marksMax = takesCacheBreakpoints(request.model) ? MARKS_MAX : 0;
  const marked = request.turns.flatMap(marksOfTurn);
  if (marked.length > marksMax) warnings.note('cache_control');
  return keepMarks(
    request,
    new Set(marked.slice(marked.length - Math.min(marksMax, marked.length))),
  );
}

/** Marked objects; parts and tools are compared by identity. */
type Marked = Tool | Part;

const isMarked = (part: Marked): boolean => 'cache' in part && part.cache !== undefined;
const isBlank = (part: Part): boolean => part.type === 'text' && part.text.trim() === '';

function marksOfTurn({ parts }: Turn): Marked[] {
  return parts.filter((part) => isMarked(part) && !isBlank(part));
}

/** A marker inside a tool result becomes one of the result, so that it counts like all others. */
function liftMarks(turn: Turn): Turn {
  const lift = (part: Part): Part => {
    if (part.type !== 'tool-result' || !part.content.some(isMarked)) return part;
    const { cache = part.content.findLast(isMarked)?.cache } = part;
    const content = part.content.map(({ cache: _cache, ...item }) => item);
    return { ...part, content, ...(cache ? { cache } : {}) };
  };
  return turn.parts.some(({ type }) => type === 'tool-result')
    ? { ...turn, parts: turn.parts.map(lift) }
    : turn;
}

function fitForAnthropic(request: ChatRequest): ChatRequest {
  const { tools, system, turns, promptCacheKey } = request;
  const marked: Marked[] = [
    ...tools.filter(isMarked),
    ...system.filter((part) => isMarked(part) && !isBlank(part)),
    ...turns.flatMap(marksOfTurn),
  ];
  if (marked.length === 0) return promptCacheKey === undefined ? request : markEnds(request);
  return orderLifetimes(keepMarks(request, new Set(marked.slice(-MARKS_MAX))));
}

/** Removes all other markers. */
function keepMarks(request: ChatRequest, retained: ReadonlySet<Marked>): ChatRequest {
  const keep = <Value extends Marked>(part: Value): Value => {
    if (!isMarked(part) || retained.has(part)) return part;
    const { cache: _cache, ...rest } = part as Value & { cache?: CacheHint };
    return rest as Value;
  };
  return {
    ...request,
    tools: request.tools.map(keep),
    system: request.system.map(keep),
    turns: request.turns.map((turn) => ({ ...turn, parts: turn.parts.map(keep) })),
  };
}

/** An hour after five minutes is refused, so it becomes five minutes, too. */
function orderLifetimes(request: ChatRequest): ChatRequest {
  let isShort = false;
  const order = <Value extends Marked>(part: Value): Value => {
    if (!('cache' in part) || part.cache === undefined) return part;
    if (part.cache.ttl !== '1h') isShort = true;
    return isShort && part.cache.ttl === '1h' ? { ...part, cache: {} } : part;
  };
  const tools = request.tools.map(order);
  const system = request.system.map(order);
  const orderTurns = (turns: readonly Turn[], isSystem: boolean) =>
    turns.map((turn) =>
      (turn.role === 'system') === isSystem ? { ...turn, parts: turn.parts.map(order) } : turn,
    );
  // System messages from inside the conversation are sent before it.
  const turns = orderTurns(orderTurns(request.turns, true), false);
  return { ...request, tools, system, turns };
}

function markEnds(request: ChatRequest): ChatRequest {
  const { promptCacheKey: _key, ...rest } = request;
  const { system, turns } = request;
  return { ...rest, system: markLast<TextPart>(system), turns: markLastTurn(turns) };
}

/** Marks the last markable part of the last user turn. */
function markLastTurn(turns: readonly Turn[]): readonly Turn[] {
  const at = turns.findLastIndex(({ role }) => role === 'user');
  return turns.map((turn, index) =>
    index === at ? { ...turn, parts: markLast<Part>(turn.parts) } : turn,
  );
}

function markLast<Value extends Part>(parts: readonly Value[]): readonly Value[] {
  const at = parts.findLastIndex((part) => MARKABLE.has(part.type) && !isBlank(part));
  return parts.map((part, index) => (index === at ? { ...part, cache: {} } : part));
}

const MARKABLE: ReadonlySet<Part['type']> = new Set(['text', 'image', 'file', 'tool-result']);
