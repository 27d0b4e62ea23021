import { type Completion, type Conversation, parametersOf, type Turn } from './conversation.ts';

type Part = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } };
type Message = Record<string, unknown> & { role: string };

/** The body of a chat completion. */
export interface ChatRequest {
  model: string;
  messages: readonly Message[];
  [parameter: string]: unknown;
}

/**
 * Returns the request of a side: its conversation up to a turn, with that turn's first `steps` answers and
 * their tool results. Failed answers are left out.
 */
export function chatRequest(
  conversation: Conversation,
  { model, side, turnId, steps }: { model: string; side: number; turnId: string; steps: number },
): ChatRequest {
  const { system, temperature, maxTokens, topP, thinking, tools } = parametersOf(
    conversation,
    side,
  );
  const last = conversation.turns.findIndex(({ id }) => id === turnId);
  const messages = conversation.turns.slice(0, last + 1).flatMap((turn, index) => [
    questionMessage(turn),
    ...(turn.sides[side] ?? [])
      .slice(0, index === last ? steps : undefined)
      .filter(({ state, text, toolCalls }) => state !== 'failed' && (text || toolCalls.length))
      .flatMap(completionMessages),
  ]);
  const list = readTools(tools);
  return {
    model,
    messages: [...(system.trim() === '' ? [] : [{ role: 'system', content: system }]), ...messages],
    ...(temperature === undefined ? {} : { temperature }),
    ...(maxTokens === undefined ? {} : { max_tokens: maxTokens }),
    ...(topP === undefined ? {} : { top_p: topP }),
    ...(thinking === '' ? {} : { reasoning_effort: thinking }),
    ...(list.length === 0 ? {} : { tools: list }),
  };
}

/** Parses tools; empty if the text is not a JSON array, which the form reports. */
export function readTools(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Whether the text of tools can be sent: empty or a JSON array. */
export function areToolsValid(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

/** Replaces images that the browser did not keep: an empty question would be refused. */
const LOST = '[image no longer available]';

function questionMessage({ text, pictures, lostPictures = 0 }: Turn): Message {
  if (pictures.length === 0)
    return { role: 'user', content: text || (lostPictures > 0 ? LOST : '') };
  const parts: Part[] = pictures.map((url) => ({ type: 'image_url', image_url: { url } }));
  return { role: 'user', content: [...(text ? [{ type: 'text', text }] : []), ...parts] };
}

function completionMessages({ text, toolCalls }: Completion): Message[] {
  // A tool call without a result would be refused; a stopped answer may contain some.
  const completedCalls = toolCalls.filter(({ result }) => result !== undefined);
  const calls = completedCalls.map(({ id, name, arguments: args }) => ({
    id,
    type: 'function',
    function: { name, arguments: args },
  }));
  if (text === '' && calls.length === 0) return [];
  return [
    { role: 'assistant', content: text, ...(calls.length > 0 ? { tool_calls: calls } : {}) },
    ...completedCalls.map(({ id, result }) => ({
      role: 'tool',
      tool_call_id: id,
      content: result,
    })),
  ];
}
