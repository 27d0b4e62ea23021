import { recordOf, recordsOf } from '../json/loose-values.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';

/**
 * A response repeats its request, at the beginning and at the end of a stream. Longest repeated value, in
 * characters of JSON, so that a small response stays small.
 */
const ECHO_LENGTH_MAX = 256 * 1024;

/** Used for a response without a request. */
const EMPTY_REQUEST: JsonObject = {};

/**
 * Returns the members of a response object that repeat its request, each with the type that the schema
 * requires, whatever the request contains. Source: OpenResponses, ResponseResource (commit 3452c012),
 * November 2026.
 */
export function echoRequest(body: JsonObject = EMPTY_REQUEST): JsonObject {
  return {
    background: false,
    frequency_penalty: numberOr(body.frequency_penalty, 0),
    instructions: textOrNull(body.instructions),
    max_output_tokens: numberOrNull(body.max_output_tokens),
    max_tool_calls: numberOrNull(body.max_tool_calls),
    metadata: short(isRecord(body.metadata) ? body.metadata : {}) ?? {},
    parallel_tool_calls: flagOr(body.parallel_tool_calls, true),
    presence_penalty: numberOr(body.presence_penalty, 0),
    previous_response_id: textOrNull(body.previous_response_id),
    prompt_cache_key: textOrNull(body.prompt_cache_key),
    reasoning: echoReasoning(recordOf(body.reasoning)),
    safety_identifier: textOrNull(body.safety_identifier),
    store: flagOr(body.store, true),
    temperature: numberOr(body.temperature, 1),
    text: short(echoText(body.text)) ?? { format: { type: 'text' } },
    tool_choice: short(echoChoice(body.tool_choice)) ?? 'auto',
    tools: short(recordsOf(body.tools).map(echoTool)) ?? [],
    top_logprobs: numberOr(body.top_logprobs, 0),
    top_p: numberOr(body.top_p, 1),
    truncation: textOrNull(body.truncation) ?? 'disabled',
    user: textOrNull(body.user),
  };
}

/** Returns the value; undefined if it is too long, or nested too deeply for the stack. */
function short<Value>(value: Value): Value | undefined {
  try {
    return JSON.stringify(value).length <= ECHO_LENGTH_MAX ? value : undefined;
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** A function has all of its members in a response; server tools are repeated as received. */
function echoTool(tool: JsonObject): JsonObject {
  if (tool.type !== 'function') return tool;
  return { description: null, parameters: null, strict: null, ...tool };
}

function echoReasoning({ effort, summary }: JsonObject): JsonObject {
  return { effort: textOrNull(effort), summary: textOrNull(summary) };
}

function echoText(text: unknown): JsonObject {
  const settings = recordOf(text);
  const format = recordOf(settings.format);
  if (format.type === undefined) return { ...settings, format: { type: 'text' } };
  if (format.type !== 'json_schema') return settings;
  return { ...settings, format: { description: null, strict: false, ...format } };
}

function echoChoice(choice: unknown): unknown {
  return typeof choice === 'string' || isRecord(choice) ? choice : 'auto';
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' && value.length <= ECHO_LENGTH_MAX ? value : null;
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}

function flagOr(value: unknown, otherwise: boolean): boolean {
  return typeof value === 'boolean' ? value : otherwise;
}
