import type { ClientRequest } from '../ir/client-request.ts';
import { encodeText } from '../json/encode-text.ts';
import type { JsonObject } from '../json/json-object.ts';
import { recordsOf } from '../json/loose-values.ts';
import { decodeText, isRecord, parseJson } from '../json/parse-json.ts';

/** What Cursor looks for in a model's name. */
const CLAUDE = /claude/i;

/** Whether a chat may have tools in the form of Anthropic's API; decided without parsing them. */
export function mayHaveMessagesTools({ model, marks, bytes }: ClientRequest): boolean {
  const start = marks?.toolsStart ?? -1;
  if (start < 0 || !CLAUDE.test(model)) return false;
  return decodeText(bytes.subarray(start)).includes('"input_schema"');
}

/**
 * Converts tools, calls and results in the form of Anthropic's API into those of a chat: Cursor sends such
 * bodies to the chat endpoint if a model's name contains "claude", and reads chat completions. Returns
 * undefined if the body has no such tools.
 */
export function chatOfMessages(bytes: Uint8Array): Uint8Array | undefined {
  const body = parseJson(bytes);
  if (!isRecord(body) || !Array.isArray(body['tools'])) return undefined;
  const tools: unknown[] = body['tools'];
  if (!tools.some(isMessagesTool)) return undefined;
  const messages = Array.isArray(body['messages']) ? body['messages'].flatMap(toMessages) : [];
  return encodeText(
    JSON.stringify({
      ...body,
      messages,
      tools: tools.map((tool) => (isMessagesTool(tool) ? toTool(tool) : tool)),
      ...(isRecord(body['tool_choice']) ? { tool_choice: toChoice(body['tool_choice']) } : {}),
    }),
  );
}

function isMessagesTool(tool: unknown): tool is JsonObject {
  return isRecord(tool) && isRecord(tool['input_schema']) && tool['function'] === undefined;
}

function toTool({ name, description, input_schema: parameters }: JsonObject) {
  return { type: 'function', function: { name, description, parameters } };
}

function toChoice(choice: JsonObject): unknown {
  if (choice['type'] === 'any') return 'required';
  if (choice['type'] === 'tool') return { type: 'function', function: { name: choice['name'] } };
  return choice['type'] === 'auto' || choice['type'] === 'none' ? choice['type'] : choice;
}

/** Returns the messages that a message becomes: results of tools are messages of their own, in front. */
function toMessages(message: unknown): unknown[] {
  if (!isRecord(message) || !Array.isArray(message['content'])) return [message];
  const blocks = recordsOf(message['content']);
  const ofType = (type: string) => blocks.filter((block) => block['type'] === type);
  const results = ofType('tool_result').map((result) => ({
    role: 'tool',
    tool_call_id: result['tool_use_id'],
    content: textOf(result['content']),
  }));
  const calls = ofType('tool_use').map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input ?? {}) },
  }));
  const parts = [...ofType('tool_result').flatMap(({ content }) => imagesIn(content)), ...blocks]
    .filter(({ type }) => !OWN_BLOCKS.has(String(type)))
    .map(toPart);
  if (parts.length === 0 && calls.length === 0) return results;
  const content = parts.length === 0 ? null : parts;
  return [...results, { ...message, content, ...(calls.length > 0 ? { tool_calls: calls } : {}) }];
}

/** Blocks that are no part of a chat message's content. */
const OWN_BLOCKS = new Set(['tool_use', 'tool_result', 'thinking', 'redacted_thinking']);

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return recordsOf(content)
    .map(({ text }) => text)
    .filter((text) => typeof text === 'string')
    .join('\n');
}

const imagesIn = (content: unknown) => recordsOf(content).filter(({ type }) => type === 'image');

function toPart(block: JsonObject): JsonObject {
  const { source } = block;
  if (block['type'] !== 'image' || !isRecord(source)) return block;
  const data = `data:${String(source['media_type'])};base64,${String(source['data'])}`;
  const url = source['type'] === 'url' ? source['url'] : data;
  return { type: 'image_url', image_url: { url } };
}
