import { isEffort } from '../ir/effort.ts';
import { readCacheHint } from '../openai-chat/parse-content.ts';
import { parseFormat } from '../openai-chat/parse-request.ts';
import {
  listUnknown,
  requireList,
  requireRecord,
  requireText,
  readFlag,
  readList,
  readNumber,
  readRecord,
  readText,
  readTexts,
  readWhole,
  reject,
} from '../ir/read-shape.ts';
import type { TextPart } from '../ir/parts.ts';
import { describeServerTool, hostedTools } from '../server-tools/describe-server-tool.ts';
import type {
  ChatRequest,
  Reasoning,
  Role,
  ServerTool,
  Tool,
  ToolChoice,
  Turn,
} from '../ir/request.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { findRefusal } from '../state/read-state.ts';
import { renderSummary } from '../openai-responses/compaction.ts';
import { readMcpServers } from '../server-tools/translate-mcp.ts';
import { parseBlocks } from './parse-blocks.ts';

const KNOWN = new Set([
  'model',
  'max_tokens',
  'messages',
  'system',
  'stop_sequences',
  'stream',
  'temperature',
  'top_p',
  'top_k',
  'tools',
  'tool_choice',
  'thinking',
  'output_config',
  'output_format',
  'metadata',
  'mcp_servers',
  'service_tier',
]);

/**
 * Parses a messages body into an IR request. Throws ShapeError. Source: Anthropic's API reference and SDK
 * types, messages, November 2026.
 */
export function parseMessagesRequest(body: JsonObject): ChatRequest {
  const unknown: string[] = [...listUnknown(body, KNOWN)];
  const hosted: ServerTool[] = [];
  const tools = parseTools(body.tools, hosted);
  const choice = readRecord(body.tool_choice, 'tool_choice');
  const config = readRecord(body.output_config, 'output_config');
  const metadata = readRecord(body.metadata, 'metadata');
  const { user_id: user, ...rest } = metadata ?? {};
  const format = readRecord(config?.format ?? body.output_format, 'output_config.format');
  return {
    model: requireText(body.model, 'model'),
    stream: readFlag(body.stream, 'stream') ?? false,
    system: parseSystem(body.system),
    turns: parseTurns(body.messages, unknown),
    tools,
    ...hostedTools(hosted, body.tool_choice, tools.length),
    toolChoice: parseChoice(choice),
    parallelTools: parseParallel(choice),
    sampling: {
      temperature: readNumber(body.temperature, 'temperature'),
      topP: readNumber(body.top_p, 'top_p'),
      topK: readWhole(body.top_k, 'top_k'),
    },
    maxOutputTokens: readWhole(body.max_tokens, 'max_tokens'),
    stop: readTexts(body.stop_sequences, 'stop_sequences'),
    choices: 1,
    format: parseFormat(format, 'output_config.format'),
    reasoning: parseReasoning(body, config),
    user: readText(user, 'metadata.user_id'),
    ...(Object.keys(rest).length > 0 ? { metadata: rest } : {}),
    serviceTier: parseTier(body.service_tier),
    mcpServers: body.mcp_servers === undefined ? undefined : readMcpServers(body),
    refusal: findRefusal('anthropic-messages', body),
    unknown,
  };
}

/** Parses the system prompt: a string or text blocks. Claude Code always sends blocks. */
function parseSystem(system: unknown): TextPart[] {
  if (typeof system === 'string') return system === '' ? [] : [{ type: 'text', text: system }];
  return readList(system, 'system').map((value, index) => {
    const block = requireRecord(value, `system[${index}]`);
    const text = requireText(block.text, `system[${index}].text`);
    return { type: 'text' as const, text, ...readCacheHint(block.cache_control) };
  });
}

function parseTurns(value: unknown, unknown: string[]): Turn[] {
  const turns: Turn[] = [];
  for (const [index, item] of requireList(value, 'messages').entries()) {
    const path = `messages[${index}]`;
    const message = requireRecord(item, path);
    const role = parseRole(message.role, `${path}.role`);
    const { summary, rest } = splitAtSummary(message.content);
    if (summary !== undefined) {
      // The summary replaces everything before it.
      turns.length = 0;
      turns.push({ role: 'user', parts: [{ type: 'text', text: renderSummary(summary) }] });
    }
    const parts = parseBlocks(rest, `${path}.content`, unknown);
    if (parts.length > 0 || summary === undefined) turns.push({ role, parts });
  }
  return turns;
}

/** Returns the last summary among the blocks, and the blocks after it. */
function splitAtSummary(content: unknown): { summary?: string; rest: unknown } {
  if (!Array.isArray(content)) return { rest: content };
  const blocks = content as unknown[];
  const at = blocks.findLastIndex(
    (block) => isRecord(block) && block.type === 'compaction' && typeof block.content === 'string',
  );
  if (at === -1) return { rest: content };
  const { content: summary } = blocks[at] as { content: string };
  return { summary, rest: blocks.slice(at + 1) };
}

function parseRole(role: unknown, path: string): Role {
  if (role === 'user' || role === 'assistant' || role === 'system') return role;
  return reject(`${path} must be user or assistant.`, path);
}

/** Parses the caller's tools; those that run at the provider have a dated type. */
function parseTools(value: unknown, hosted: ServerTool[]): Tool[] {
  const tools: Tool[] = [];
  for (const [index, item] of readList(value, 'tools').entries()) {
    const path = `tools[${index}]`;
    const tool = requireRecord(item, path);
    if (tool.type !== undefined && tool.type !== null && tool.type !== 'custom') {
      hosted.push(describeServerTool('anthropic-messages', tool, path));
      continue;
    }
    tools.push({
      name: requireText(tool.name, `${path}.name`),
      description: readText(tool.description, `${path}.description`),
      schema: readRecord(tool.input_schema, `${path}.input_schema`),
      strict: readFlag(tool.strict, `${path}.strict`),
      ...readCacheHint(tool.cache_control),
    });
  }
  return tools;
}

function parseChoice(choice: JsonObject | undefined): ToolChoice | undefined {
  switch (choice?.type) {
    case undefined:
      return undefined;
    case 'auto':
    case 'none':
      return { kind: choice.type };
    case 'any':
      return { kind: 'required' };
    case 'tool':
      return { kind: 'named', names: [requireText(choice.name, 'tool_choice.name')] };
    default:
      return reject('tool_choice.type must be auto, any, tool or none.', 'tool_choice.type');
  }
}

function parseParallel(choice: JsonObject | undefined): boolean | undefined {
  const path = 'tool_choice.disable_parallel_tool_use';
  const disabled = readFlag(choice?.disable_parallel_tool_use, path);
  return disabled === undefined ? undefined : !disabled;
}

function parseReasoning(body: JsonObject, config: JsonObject | undefined): Reasoning | undefined {
  const thinking = readRecord(body.thinking, 'thinking');
  const effort = isEffort(config?.effort) ? { effort: config.effort } : {};
  const showThoughts = thinking?.display !== 'omitted';
  switch (thinking?.type) {
    case undefined:
      return config?.effort === undefined ? undefined : effort;
    case 'enabled':
      return {
        ...effort,
        budget: readWhole(thinking.budget_tokens, 'thinking.budget_tokens'),
        show: showThoughts,
      };
    case 'disabled':
      return { effort: 'none' };
    default:
      return { ...effort, adaptive: true, show: showThoughts };
  }
}

/** `standard_only` forbids the priority tier, which is OpenAI's `default`. */
function parseTier(tier: unknown): string | undefined {
  const text = readText(tier, 'service_tier');
  return text === 'standard_only' ? 'default' : text;
}
