import { CONTINUE } from '../ir/filler-turns.ts';
import { fitCallId } from '../ir/fit-name.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { isOpenAiModel, isOpenAiReasoner } from '../model-rules/openai-models.ts';
import type { Part, TextPart, ThinkingPart, ToolCallPart, ToolResultPart } from '../ir/parts.ts';
import type { ChatRequest, Turn } from '../ir/request.ts';
import type { JsonObject } from '../json/json-object.ts';
import { renderContentPart } from './render-content.ts';

/** OpenAI refuses longer call ids. */
const ID_LENGTH_MAX = 40;

/** Renders the messages of a chat body: system prompt first, tool results as messages of their own. */
export function renderMessages(request: ChatRequest, warnings: ConversionWarnings): JsonObject[] {
  const systemRole = isOpenAiReasoner(request.model) ? 'developer' : 'system';
  const messages: JsonObject[] = [];
  if (request.system.length > 0) {
    messages.push({ role: systemRole, content: renderTexts(request.system, warnings) });
  }
  for (const turn of joinCalls(request.turns)) {
    if (turn.role === 'assistant') messages.push(...renderAssistant(turn, request.model, warnings));
    else renderUser(turn, turn.role === 'system' ? systemRole : 'user', messages, warnings);
  }
  if (messages.length > 0) return messages;
  warnings.note('opening');
  return [{ role: 'user', content: CONTINUE }];
}

/**
 * Joins a turn with calls and those of the assistant that follow: their results come after all of them, but
 * must follow the message with their calls directly. Clients send the pieces of one response apart.
 */
function joinCalls(turns: readonly Turn[]): readonly Turn[] {
  const joined: Turn[] = [];
  for (const turn of turns) {
    const last = joined.at(-1);
    const isNext = turn.role === 'assistant' && last?.role === 'assistant';
    if (isNext && last.parts.some(({ type }) => type === 'tool-call'))
      joined[joined.length - 1] = { ...last, parts: [...last.parts, ...turn.parts] };
    else joined.push(turn);
  }
  return joined;
}

/** A single text is sent as a plain string, which every server of the dialect accepts. */
function renderTexts(parts: readonly TextPart[], warnings: ConversionWarnings): unknown {
  for (const part of parts) if (part.cache) warnings.note('cache_control');
  if (parts.length === 1) return parts[0]?.text;
  return parts.map(({ text }) => ({ type: 'text', text }));
}

/** Tool results must directly follow their calls, so they precede the rest of the user turn. */
function renderUser(
  turn: Turn,
  role: string,
  messages: JsonObject[],
  warnings: ConversionWarnings,
): void {
  const content: Part[] = [];
  for (const part of turn.parts) {
    if (part.type === 'tool-result') messages.push(renderToolResult(part, content, warnings));
    else content.push(part);
  }
  if (content.length === 0) return;
  const named = turn.name === undefined ? {} : { name: turn.name };
  messages.push({ role, content: renderContent(content, warnings), ...named });
}

function renderContent(parts: readonly Part[], warnings: ConversionWarnings): unknown {
  if (parts.every((part) => part.type === 'text')) return renderTexts(parts, warnings);
  const content: JsonObject[] = [];
  for (const part of parts) {
    const rendered = renderContentPart(part, warnings);
    if (rendered) content.push(rendered);
  }
  return content;
}

/** A tool message can only hold text: a result's images follow in a user message. */
function renderToolResult(
  part: ToolResultPart,
  turnParts: Part[],
  warnings: ConversionWarnings,
): JsonObject {
  const texts: TextPart[] = [];
  for (const item of part.content) {
    if (item.type === 'text') texts.push(item);
    else {
      warnings.note('tool_result_media');
      turnParts.push({ type: 'text', text: `[media of tool result ${part.callId}]` }, item);
    }
  }
  if (part.isError) {
    warnings.note('tool_result_error');
    texts.unshift({ type: 'text', text: '[error]' });
  }
  const content = texts.length === 0 ? '' : renderTexts(texts, warnings);
  return { role: 'tool', tool_call_id: fitCallId(part.callId, ID_LENGTH_MAX), content };
}

/** Nothing for a turn of which nothing can be shown: a message without content is refused. */
function renderAssistant(turn: Turn, model: string, warnings: ConversionWarnings): JsonObject[] {
  const texts: TextPart[] = [];
  const calls: JsonObject[] = [];
  let refusal: string | undefined;
  let thinking: string | undefined;
  for (const part of turn.parts) {
    if (part.type === 'text') texts.push(part);
    else if (part.type === 'tool-call') calls.push(renderCall(part));
    else if (part.type === 'refusal') refusal = (refusal ?? '') + part.text;
    else if (part.type === 'thinking') {
      if (isReadable(part, model)) thinking = (thinking ?? '') + part.text;
      else warnings.note('thinking');
    } else warnings.note(part.type === 'audio' ? 'audio' : 'file');
  }
  const acts = refusal !== undefined || calls.length > 0;
  if (texts.length === 0 && !acts && thinking === undefined) return [];
  const message = {
    role: 'assistant',
    content: texts.length > 0 ? renderTexts(texts, warnings) : acts ? null : '',
    ...(refusal === undefined ? {} : { refusal }),
    ...(thinking === undefined ? {} : { reasoning_content: thinking }),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(turn.name === undefined ? {} : { name: turn.name }),
  };
  return [message];
}

/**
 * Servers like DeepSeek and Moonshot require their own thoughts back in tool loops; OpenAI has no member for
 * them, and thoughts signed in another dialect are useless to anybody else.
 */
function isReadable(part: ThinkingPart, model: string): boolean {
  if (isOpenAiModel(model) || part.text === '') return false;
  return part.signature === undefined || part.signature.by === 'openai-chat';
}

function renderCall(part: ToolCallPart): JsonObject {
  const id = fitCallId(part.id, ID_LENGTH_MAX);
  if (part.custom) {
    return { id, type: 'custom', custom: { name: part.name, input: part.args } };
  }
  const args = part.args.trim() === '' ? '{}' : part.args;
  return { id, type: 'function', function: { name: part.name, arguments: args } };
}
