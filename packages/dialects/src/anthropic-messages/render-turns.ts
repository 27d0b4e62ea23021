import { CONTINUE, OPENING } from '../ir/filler-turns.ts';
import { jsonInstruction } from '../ir/json-instruction.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { claudeRules, isClaude } from '../model-rules/claude-models.ts';
import type { Part, TextPart } from '../ir/parts.ts';
import type { ChatRequest, Turn } from '../ir/request.ts';
import type { JsonObject } from '../json/json-object.ts';
import { isCompiled } from './fit-schema.ts';
import { cacheMark, renderBlock } from './render-blocks.ts';
import { type Message, SystemTurns } from './system-turns.ts';

/**
 * Renders the system prompt as blocks. System messages from inside the conversation are appended for models
 * that accept them nowhere else.
 */
export function renderSystem(request: ChatRequest, warnings: ConversionWarnings): JsonObject[] {
  const texts: TextPart[] = [...request.system];
  const { systemTurns } = claudeRules(request.model);
  for (const turn of systemTurns ? [] : request.turns) {
    if (turn.role !== 'system') continue;
    warnings.note('system_position');
    texts.push(...textsOf(turn));
  }
  const instruction = formatInstruction(request, warnings);
  if (instruction !== undefined) texts.push({ type: 'text', text: instruction });
  return renderTexts(texts);
}

const textsOf = ({ parts }: Turn) => parts.filter((part) => part.type === 'text');

function renderTexts(texts: readonly TextPart[]): JsonObject[] {
  return texts
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, cache }) => ({ type: 'text', text, ...cacheMark(cache) }));
}

/** Describes the format in words, where the API has no member for it. */
function formatInstruction(request: ChatRequest, warnings: ConversionWarnings): string | undefined {
  const { format } = request;
  if (!format) return undefined;
  if (format.kind === 'json') {
    warnings.note('json_object');
    return jsonInstruction();
  }
  if (isCompiled(format.schema, claudeRules(request.model))) return undefined;
  warnings.note('json_schema');
  return jsonInstruction(format.schema);
}

const userMessage = (text: string): Message => ({
  role: 'user',
  content: [{ type: 'text', text }],
});

/**
 * Renders the messages, strictly alternating between user and assistant, the user first, with system messages
 * where the model accepts them.
 */
export function renderTurns(
  request: ChatRequest,
  warnings: ConversionWarnings,
): readonly JsonObject[] {
  const rules = claudeRules(request.model);
  const messages: Message[] = [];
  const systemTurns = new SystemTurns(warnings);
  // The model is to respond to a system message.
  let isInstructed = false;
  for (const turn of request.turns) {
    if (turn.role === 'system') {
      const blocks = renderTexts(textsOf(turn));
      isInstructed ||= blocks.length > 0;
      if (rules.systemTurns) systemTurns.take(blocks, messages.at(-1));
      continue;
    }
    if (turn.name !== undefined) warnings.note('message_name');
    const blocks = renderTurn(turn, request.model, warnings);
    if (blocks.length === 0) continue;
    isInstructed = false;
    if (turn.role === 'assistant' && systemTurns.areWaiting)
      systemTurns.precede(addContinue(messages, warnings));
    systemTurns.precede(addTurn(messages, { role: turn.role, content: blocks }, warnings));
  }
  if (rules.refusesPrefill || isInstructed) addContinue(messages, warnings);
  else endPrefill(messages, warnings);
  const nonEmpty = messages.filter(({ content }) => content.length > 0);
  if (nonEmpty.length === 0) {
    warnings.note('opening');
    nonEmpty.push(userMessage(CONTINUE));
  }
  return systemTurns.place(nonEmpty);
}

/** Adds a message of the user after one of the assistant, and returns the last message. */
function addContinue(messages: Message[], warnings: ConversionWarnings): Message | undefined {
  dropLastThoughts(messages, warnings);
  if (messages.at(-1)?.role === 'assistant') {
    warnings.note('prefill');
    messages.push(userMessage(CONTINUE));
  }
  return messages.at(-1);
}

/** Adds a turn to the messages, and returns the one that contains it. */
function addTurn(messages: Message[], turn: Message, warnings: ConversionWarnings): Message {
  const last = messages.at(-1);
  if (last?.role === turn.role) addBlocks(last.content, turn.content);
  else {
    if (last?.role === 'assistant') dropLastThoughts(messages, warnings);
    addMessage(messages, turn, warnings);
  }
  return messages.at(-1) ?? turn;
}

/** Appends to the last message if it has the same role; the user begins. */
function addMessage(messages: Message[], message: Message, warnings: ConversionWarnings): void {
  const last = messages.at(-1);
  if (last?.role === message.role) return addBlocks(last.content, message.content);
  if (!last && message.role === 'assistant') {
    warnings.note('opening');
    // Anthropic has let the assistant begin since the end of 2024; Bedrock and compatible hosts refuse it.
    messages.push(userMessage(OPENING));
  }
  messages.push(message);
}

const THOUGHTS: ReadonlySet<unknown> = new Set(['thinking', 'redacted_thinking']);

/**
 * Removes the thoughts that the last message ends with, as of a response cut off while thinking: nothing
 * follows from them, and they are refused there. Source: tailcallhq/forgecode#3071,
 * NousResearch/hermes-agent#13010.
 */
function dropLastThoughts(messages: Message[], warnings: ConversionWarnings): void {
  const last = messages.at(-1);
  if (last?.role !== 'assistant') return;
  const count = last.content.findLastIndex(({ type }) => !THOUGHTS.has(type)) + 1;
  if (count === last.content.length) return;
  warnings.note('thinking');
  last.content.length = count;
  if (count === 0) messages.pop();
}

/** A prefill must not end with thoughts or whitespace, or be blank. */
function endPrefill(messages: Message[], warnings: ConversionWarnings): void {
  dropLastThoughts(messages, warnings);
  const { role, content = [] } = messages.at(-1) ?? {};
  const last = role === 'assistant' ? content.at(-1) : undefined;
  if (typeof last?.text !== 'string') return;
  const text = last.text.trimEnd();
  content.splice(-1, 1, ...(text === '' ? [] : [{ ...last, text }]));
}

/** Tool results must come first in a message. */
function addBlocks(content: JsonObject[], blocks: readonly JsonObject[]): void {
  const isResult = (block: JsonObject) => block.type === 'tool_result';
  const position = content.findIndex((block) => !isResult(block));
  if (position === -1) content.push(...blocks);
  else {
    content.splice(position, 0, ...blocks.filter(isResult));
    content.push(...blocks.filter((block) => !isResult(block)));
  }
}

/** Thoughts without a signature are for the compatible servers that sign nothing: Claude refuses them. */
function renderTurn(turn: Turn, model: string, warnings: ConversionWarnings): JsonObject[] {
  const blocks: JsonObject[] = [];
  for (const part of ordered(turn)) {
    if (part.type === 'thinking' && part.signature?.value === '' && isClaude(model)) {
      warnings.note('thinking');
      continue;
    }
    const block = renderBlock(part, turn.role, warnings);
    if (block) blocks.push(block);
  }
  return blocks;
}

function ordered(turn: Turn): readonly Part[] {
  if (turn.role !== 'user') return turn.parts;
  const results = turn.parts.filter((part) => part.type === 'tool-result');
  if (results.length === 0) return turn.parts;
  return [...results, ...turn.parts.filter((part) => part.type !== 'tool-result')];
}
