import { type Answer, type Conversation, parametersOf, type Turn } from './conversation.ts';

type Part = { type: 'text'; text: string } | { type: 'image_url'; image_url: { url: string } };
type Message = Record<string, unknown> & { role: string };

/** The body of a chat completion. */
export interface ChatRequest {
  model: string;
  messages: readonly Message[];
  [parameter: string]: unknown;
}

/**
 * What a side sends: its conversation up to a turn, of that turn the first `steps` answers with the
 * results of their tools. Failed answers are left out.
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
    question(turn),
    ...(turn.sides[side] ?? [])
      .slice(0, index === last ? steps : undefined)
      .filter(({ state, text, toolCalls }) => state !== 'failed' && (text || toolCalls.length))
      .flatMap(spoken),
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

/** The tools of a JSON text; none where it is no JSON array, which the form tells. */
export function readTools(text: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

/** Whether a text of tools would be sent: it is empty or a JSON array. */
export function areToolsValid(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    return Array.isArray(JSON.parse(text));
  } catch {
    return false;
  }
}

/** Stands for pictures that the browser did not keep: an empty question would be refused. */
const LOST = '[image no longer available]';

function question({ text, pictures, lostPictures = 0 }: Turn): Message {
  if (pictures.length === 0)
    return { role: 'user', content: text || (lostPictures > 0 ? LOST : '') };
  const parts: Part[] = pictures.map((url) => ({ type: 'image_url', image_url: { url } }));
  return { role: 'user', content: [...(text ? [{ type: 'text', text }] : []), ...parts] };
}

function spoken({ text, toolCalls }: Answer): Message[] {
  // A call without a result would be refused: a stopped answer may have some.
  const answered = toolCalls.filter(({ result }) => result !== undefined);
  const calls = answered.map(({ id, name, arguments: given }) => ({
    id,
    type: 'function',
    function: { name, arguments: given },
  }));
  if (text === '' && calls.length === 0) return [];
  return [
    { role: 'assistant', content: text, ...(calls.length > 0 ? { tool_calls: calls } : {}) },
    ...answered.map(({ id, result }) => ({ role: 'tool', tool_call_id: id, content: result })),
  ];
}
