import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { moveLateResults } from './move-late-results.ts';
import type { Part, ToolResultPart } from '../ir/parts.ts';
import type { ChatRequest, Turn } from '../ir/request.ts';
import { UniqueIds } from './unique-ids.ts';

/** Result sent for a call whose result the client omitted. */
const NO_RESULT = 'No result was returned for this call.';

/** A call without a result yet: its id at the client, and the one that is sent. */
interface OpenCall {
  readonly clientId: string;
  readonly id: string;
  readonly custom: boolean;
}

/**
 * Arranges tool calls and their results as every vendor accepts them: ids are unique in the conversation,
 * each call has one result, and results directly follow their calls in the same order. Clients move between
 * vendors, truncate their history, or stop in the middle of a call, and each vendor refuses some of that.
 * Deterministic: the same history always gives the same result.
 *
 * Source: error messages of OpenAI, Anthropic and Google, November 2026 (`'tool_calls' must be followed by
 * tool messages`, `tool_use ids must be unique`, `number of function response parts is equal`).
 */
export function pairToolCalls(request: ChatRequest, warnings: ConversionWarnings): ChatRequest {
  if (!request.turns.some(needsPairing)) return request;
  const turns: Turn[] = [];
  const ids = new UniqueIds();
  let calls: OpenCall[] = [];
  let replies: Turn[] = [];

  function closeCalls(): void {
    turns.push(...pairReplies(calls, replies, warnings));
    calls = [];
    replies = [];
  }

  for (const turn of moveLateResults(request.turns)) {
    if (turn.role !== 'assistant') replies.push(turn);
    else if (!isEmpty(turn)) {
      if (replies.length > 0) closeCalls();
      turns.push(renameCalls(turn, ids, calls));
    }
  }
  closeCalls();
  return { ...request, turns };
}

/**
 * Returns whether a turn has no content, like those that google-genai's chats insert between a call and its
 * result.
 */
function isEmpty({ parts }: Turn): boolean {
  return parts.every((part) => part.type === 'text' && part.text === '' && !part.signature);
}

function needsPairing(turn: Turn): boolean {
  if (turn.role === 'assistant' && isEmpty(turn)) return true;
  return turn.parts.some((part) => part.type === 'tool-call' || part.type === 'tool-result');
}

/** Renames ids already used by earlier calls; adds the turn's calls to `calls`. */
function renameCalls(turn: Turn, ids: UniqueIds, calls: OpenCall[]): Turn {
  const parts = turn.parts.map((part): Part => {
    if (part.type !== 'tool-call') return part;
    const id = ids.take(part.id);
    calls.push({ clientId: part.id, id, custom: part.custom === true });
    return id === part.id ? part : { ...part, id };
  });
  return { ...turn, parts };
}

/** Arranges the turns up to the next response: first a result for each call, then everything else. */
function pairReplies(
  calls: readonly OpenCall[],
  replies: readonly Turn[],
  warnings: ConversionWarnings,
): Turn[] {
  const toolResults: ToolResultPart[] = [];
  const others: Turn[] = [];
  for (const turn of replies) {
    const parts = turn.parts.filter((part) => part.type !== 'tool-result');
    toolResults.push(...turn.parts.filter((part) => part.type === 'tool-result'));
    if (parts.length > 0 || turn.parts.length === 0) others.push({ ...turn, parts });
  }
  // By the ids of their calls, the first one last.
  const byCall = Map.groupBy(toolResults.toReversed(), ({ callId }) => callId);
  const results = calls.map((call) => takeResult(call, byCall, warnings));
  if ([...byCall.values()].some(({ length }) => length > 0)) warnings.note('tool_result_orphan');
  const [first, ...following] = others;
  if (results.length === 0) return others;
  if (first?.role !== 'user') return [{ role: 'user', parts: results }, ...others];
  return [{ ...first, parts: [...results, ...first.parts] }, ...following];
}

/** Removes the first result of a call from those given by call, or creates a failed one. */
function takeResult(
  { clientId, id, custom }: OpenCall,
  results: ReadonlyMap<string, ToolResultPart[]>,
  warnings: ConversionWarnings,
): ToolResultPart {
  const match = results.get(clientId)?.pop();
  if (match) return { ...match, callId: id };
  warnings.note('tool_result_missing');
  return {
    type: 'tool-result',
    callId: id,
    isError: true,
    content: [{ type: 'text', text: NO_RESULT }],
    ...(custom ? { custom } : {}),
  };
}
