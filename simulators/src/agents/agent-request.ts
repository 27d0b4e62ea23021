import type { JsonObject } from '../json-object.ts';

/** A tool that the client declared, independent of any dialect. */
export interface DeclaredTool {
  name: string;
  /** JSON schema of the arguments; undefined for a tool that takes plain text. */
  schema: JsonObject | undefined;
}

/** The user's side of a conversation, in order: the user's texts, and results of tools. */
export type AgentEvent = { kind: 'text'; text: string } | { kind: 'result' };

export interface AgentRequest {
  tools: readonly DeclaredTool[];
  events: readonly AgentEvent[];
}

/** Reads the tools and the user's side of a request in any of the four dialects. */
export function readAgentRequest(body: string): AgentRequest {
  const request = parse(body);
  return {
    tools: listOf(request['tools']).flatMap(readTool),
    events: [
      ...listOf(request['messages']).flatMap(readMessage),
      ...(typeof request['input'] === 'string'
        ? [{ kind: 'text', text: request['input'] } as const]
        : listOf(request['input']).flatMap(readItem)),
      ...listOf(request['contents']).flatMap(readContent),
    ],
  };
}

function parse(body: string): JsonObject {
  try {
    return objectOf(JSON.parse(body));
  } catch {
    return {};
  }
}

const objectOf = (value: unknown): JsonObject =>
  typeof value === 'object' && value !== null ? (value as JsonObject) : {};

const listOf = (value: unknown): JsonObject[] =>
  Array.isArray(value) ? value.map((each) => objectOf(each)) : [];

/**
 * Reads a tool of OpenAI's chat or responses, of Anthropic, or a list of Google's; server tools are ignored.
 */
function readTool(tool: JsonObject): DeclaredTool[] {
  const nested = [...listOf(tool['functionDeclarations']), ...listOf(tool['tools'])];
  if (nested.length > 0) return nested.flatMap(readTool);
  const declared = 'function' in tool ? objectOf(tool['function']) : tool;
  const { name } = declared;
  if (typeof name !== 'string') return [];
  if (tool['type'] === 'custom' && !('input_schema' in tool)) return [{ name, schema: undefined }];
  const schema =
    declared['parameters'] ?? declared['parametersJsonSchema'] ?? declared['input_schema'];
  return [{ name, schema: objectOf(schema) }];
}

/** Reads a message of OpenAI's chat or of Anthropic. */
function readMessage({ role, content }: JsonObject): AgentEvent[] {
  if (role === 'tool') return [{ kind: 'result' }];
  return role === 'user' ? readParts(content) : [];
}

/** Reads an item of OpenAI's responses. */
function readItem({ type = 'message', role, content }: JsonObject): AgentEvent[] {
  if (typeof type === 'string' && type.endsWith('_call_output')) return [{ kind: 'result' }];
  return type === 'message' && role === 'user' ? readParts(content) : [];
}

/** Reads a content of Gemini. */
function readContent({ role, parts }: JsonObject): AgentEvent[] {
  return role === 'model' ? [] : readParts(parts);
}

function readParts(content: unknown): AgentEvent[] {
  if (typeof content === 'string') return [{ kind: 'text', text: content }];
  return listOf(content).flatMap((part): AgentEvent[] => {
    if (part['type'] === 'tool_result' || 'functionResponse' in part) return [{ kind: 'result' }];
    return typeof part['text'] === 'string' ? [{ kind: 'text', text: part['text'] }] : [];
  });
}
