import { isEffort } from '../ir/effort.ts';
import {
  listUnknown,
  requireList,
  requireRecord,
  requireText,
  readFlag,
  readNumber,
  readRecord,
  readText,
  readTexts,
  readWhole,
  reject,
} from '../ir/read-shape.ts';
import type { TextPart } from '../ir/parts.ts';
import type {
  ResponseFormat,
  ChatRequest,
  Reasoning,
  Sampling,
  ServerTool,
  Turn,
} from '../ir/request.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { hostedTools } from '../server-tools/describe-server-tool.ts';
import { parseMessage } from './parse-message.ts';
import { parseToolChoice, parseTools } from './parse-tools.ts';

/** Members that the IR expresses, and those that only concern the gateway. */
const KNOWN = new Set([
  'model',
  'messages',
  'stream',
  'stream_options',
  'tools',
  'functions',
  'tool_choice',
  'function_call',
  'parallel_tool_calls',
  'temperature',
  'top_p',
  'top_k',
  'frequency_penalty',
  'presence_penalty',
  'seed',
  'logit_bias',
  'max_tokens',
  'max_completion_tokens',
  'stop',
  'logprobs',
  'top_logprobs',
  'n',
  'response_format',
  'reasoning_effort',
  'reasoning',
  'user',
  'safety_identifier',
  'metadata',
  'prompt_cache_key',
  'service_tier',
  'web_search_options',
  'verbosity',
  'modalities',
  'store',
]);

/**
 * Parses a chat completions body into an IR request. Throws ShapeError. Source: OpenAI's API reference, chat
 * completions, November 2026.
 */
export function parseChatRequest(body: JsonObject): ChatRequest {
  const unknown: string[] = [...listUnknown(body, KNOWN)];
  const { system, turns } = parseMessages(body.messages, unknown);
  const hosted: ServerTool[] = [];
  const tools = parseTools(body, hosted);
  const choice = parseToolChoice(body);
  const format = parseFormat(readRecord(body.response_format, 'response_format'));
  const reasoning = parseReasoning(body);
  const stop = typeof body.stop === 'string' ? [body.stop] : readTexts(body.stop, 'stop');
  return {
    model: requireText(body.model, 'model'),
    stream: readFlag(body.stream, 'stream') ?? false,
    system,
    turns,
    tools,
    ...hostedTools(hosted, body.tool_choice, tools.length),
    ...(choice && { toolChoice: choice }),
    parallelTools: readFlag(body.parallel_tool_calls, 'parallel_tool_calls'),
    sampling: parseSampling(body),
    maxOutputTokens:
      readWhole(body.max_completion_tokens, 'max_completion_tokens') ??
      readWhole(body.max_tokens, 'max_tokens'),
    stop,
    logprobs: parseLogprobs(body),
    choices: readWhole(body.n, 'n') ?? 1,
    ...(format && { format }),
    ...(reasoning && { reasoning }),
    user: readText(body.user, 'user') ?? readText(body.safety_identifier, 'safety_identifier'),
    metadata: readRecord(body.metadata, 'metadata'),
    promptCacheKey: readText(body.prompt_cache_key, 'prompt_cache_key'),
    serviceTier: readText(body.service_tier, 'service_tier'),
    verbosity: readText(body.verbosity, 'verbosity'),
    ...parseModalities(body),
    store: readFlag(body.store, 'store'),
    unknown,
  };
}

/** Leading system messages become the system prompt; later ones stay where they are. */
function parseMessages(
  value: unknown,
  unknown: string[],
): { readonly system: TextPart[]; readonly turns: Turn[] } {
  const system: TextPart[] = [];
  const turns: Turn[] = [];
  for (const [index, message] of requireList(value, 'messages').entries()) {
    const path = `messages[${index}]`;
    const turn = parseMessage(requireRecord(message, path), path, unknown);
    if (turn.role !== 'system' || turns.length > 0) turns.push(turn);
    else for (const part of turn.parts) if (part.type === 'text') system.push(part);
  }
  return { system, turns };
}

function parseSampling(body: JsonObject): Sampling {
  return {
    temperature: readNumber(body.temperature, 'temperature'),
    topP: readNumber(body.top_p, 'top_p'),
    topK: readWhole(body.top_k, 'top_k'),
    frequencyPenalty: readNumber(body.frequency_penalty, 'frequency_penalty'),
    presencePenalty: readNumber(body.presence_penalty, 'presence_penalty'),
    seed: readWhole(body.seed, 'seed'),
    logitBias: readRecord(body.logit_bias, 'logit_bias'),
  };
}

function parseLogprobs(body: JsonObject): number | undefined {
  if (readFlag(body.logprobs, 'logprobs') !== true) return undefined;
  return readWhole(body.top_logprobs, 'top_logprobs') ?? 0;
}

/**
 * Parses the response format; also used for the text format of the responses dialect, which has the same
 * members.
 */
export function parseFormat(
  format: JsonObject | undefined,
  path = 'response_format',
): ResponseFormat | undefined {
  if (!format || format.type === 'text') return undefined;
  if (format.type === 'json_object') return { kind: 'json' };
  if (format.type !== 'json_schema') {
    return reject(`${path}.type must be text, json_object or json_schema.`, `${path}.type`);
  }
  const inner = isRecord(format.json_schema) ? format.json_schema : format;
  const schemaPath = inner === format ? path : `${path}.json_schema`;
  return {
    kind: 'schema',
    name: readText(inner.name, `${schemaPath}.name`),
    description: readText(inner.description, `${schemaPath}.description`),
    schema: requireRecord(inner.schema ?? {}, `${schemaPath}.schema`),
    strict: readFlag(inner.strict, `${schemaPath}.strict`),
  };
}

/** Reads OpenAI's reasoning_effort, and the reasoning object that aggregators accept. */
function parseReasoning(body: JsonObject): Reasoning | undefined {
  const nested = readRecord(body.reasoning, 'reasoning');
  const effort = body.reasoning_effort ?? nested?.effort;
  const budget = readWhole(nested?.max_tokens, 'reasoning.max_tokens');
  if (effort === undefined || effort === null) {
    if (budget !== undefined) return { budget, show: true };
    return nested?.enabled === true ? { effort: 'medium', show: true } : undefined;
  }
  if (!isEffort(effort)) {
    const message = 'reasoning_effort must be none, minimal, low, medium, high, xhigh or max.';
    return reject(message, 'reasoning_effort');
  }
  return nested ? { effort, show: nested.exclude !== true } : { effort };
}

function parseModalities(body: JsonObject): { readonly modalities?: readonly string[] } {
  const modalities = readTexts(body.modalities, 'modalities').filter((name) => name !== 'text');
  return modalities.length > 0 ? { modalities } : {};
}
