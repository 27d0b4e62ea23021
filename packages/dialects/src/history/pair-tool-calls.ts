import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import type { Part, ToolResultPart } from '../ir/parts.ts';
import type { ChatRequest, Turn } from '../ir/request.ts';

/** The result that a model gets for a call whose result the client left out. */
const NO_RESULT = 'No result was returned for this call.';

/** A call that waits for its result: under the client's id, and under the one that is sent. */
interface OpenCall {
  readonly clientId: string;
  readonly id: string;
  readonly custom: boolean;
}

/**
 * Tool calls and their results as every vendor takes them: each id once in the conversation, one
 * result a call, the results right behind the calls and in their order. Clients move from vendor to
 * vendor, cut their history, or stop in the middle of a call, and each vendor refuses some of the
 * result. The same history always becomes the same.
 *
 * Source: error messages of OpenAI, Anthropic and Google, November 2026 (`'tool_calls' must be
 * followed by tool messages`, `tool_use ids must be unique`, `number of function response parts is
 * equal`).
 */
export function pairToolCalls(request: ChatRequest, warnings: ConversionWarnings): ChatRequest {
  if (!request.turns.some(needsPairing)) return request;
  const turns: Turn[] = [];
  const usedIds = new Set<string>();
  let calls: OpenCall[] = [];
  let replies: Turn[] = [];

  function closeCalls(): void {
    turns.push(...pairReplies(calls, replies, warnings));
    calls = [];
    replies = [];
  }

  for (const turn of request.turns) {
    if (turn.role !== 'assistant') replies.push(turn);
    else if (!isEmpty(turn)) {
      if (replies.length > 0) closeCalls();
      turns.push(renameCalls(turn, usedIds, calls));
    }
  }
  closeCalls();
  return { ...request, turns };
}

/** Says nothing, as what google-genai's chats leave between a call and its result. */
function isEmpty({ parts }: Turn): boolean {
  return parts.every((part) => part.type === 'text' && part.text === '' && !part.signature);
}

function needsPairing(turn: Turn): boolean {
  if (turn.role === 'assistant' && isEmpty(turn)) return true;
  return turn.parts.some((part) => part.type === 'tool-call' || part.type === 'tool-result');
}

/** The turn with ids that no earlier call has; its calls are added to `calls`. */
function renameCalls(turn: Turn, usedIds: Set<string>, calls: OpenCall[]): Turn {
  const parts = turn.parts.map((part): Part => {
    if (part.type !== 'tool-call') return part;
    const id = findUnusedId(part.id, usedIds);
    usedIds.add(id);
    calls.push({ clientId: part.id, id, custom: part.custom === true });
    return id === part.id ? part : { ...part, id };
  });
  return { ...turn, parts };
}

function findUnusedId(id: string, usedIds: ReadonlySet<string>): string {
  if (!usedIds.has(id)) return id;
  let count = 2;
  while (usedIds.has(`${id}_${count}`)) count++;
  return `${id}_${count}`;
}

/** The turns up to the next response: first a result for each call, then everything else. */
function pairReplies(
  calls: readonly OpenCall[],
  replies: readonly Turn[],
  warnings: ConversionWarnings,
): Turn[] {
  const given: ToolResultPart[] = [];
  const others: Turn[] = [];
  for (const turn of replies) {
    const parts = turn.parts.filter((part) => part.type !== 'tool-result');
    given.push(...turn.parts.filter((part) => part.type === 'tool-result'));
    if (parts.length > 0 || turn.parts.length === 0) others.push({ ...turn, parts });
  }
  const results = calls.map((call) => takeResult(call, given, warnings));
  if (given.length > 0) warnings.note('tool_result_orphan');
  const [first, ...following] = others;
  if (results.length === 0) return others;
  if (first?.role !== 'user') return [{ role: 'user', parts: results }, ...others];
  return [{ ...first, parts: [...results, ...first.parts] }, ...following];
}

/** Takes the first result of a call out of those that were given, or makes up a failed one. */
function takeResult(
  { clientId, id, custom }: OpenCall,
  given: ToolResultPart[],
  warnings: ConversionWarnings,
): ToolResultPart {
  const at = given.findIndex(({ callId }) => callId === clientId);
  const [found] = at === -1 ? [] : given.splice(at, 1);
  if (found) return { ...found, callId: id };
  warnings.note('tool_result_missing');
  return {
    type: 'tool-result',
    callId: id,
    isError: true,
    content: [{ type: 'text', text: NO_RESULT }],
    ...(custom ? { custom } : {}),
  };
}
