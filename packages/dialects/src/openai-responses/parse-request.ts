import { isEffort } from '../ir/effort.ts';
import {
  listUnknown,
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
import type { ChatRequest, Reasoning, ServerTool, Turn } from '../ir/request.ts';
import { recordsOf } from '../json/loose-values.ts';
import type { RequestFault } from '../ir/request-fault.ts';
import type { JsonObject } from '../json/json-object.ts';
import { parseFormat } from '../openai-chat/parse-request.ts';
import { hostedTools } from '../server-tools/describe-server-tool.ts';
import { findRefusal } from '../state/read-state.ts';
import { refuseCompaction, refuseItemReference, refuseTrigger } from '../state/state-members.ts';
import { COMPACTIONS, readSummary } from './compaction.ts';
import { parseInput } from './parse-input.ts';
import { parseToolChoice, parseTools } from './parse-tools.ts';

const KNOWN = new Set([
  'model',
  'input',
  'instructions',
  'stream',
  'stream_options',
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'temperature',
  'top_p',
  'top_logprobs',
  'max_output_tokens',
  'text',
  'reasoning',
  'include',
  'user',
  'safety_identifier',
  'metadata',
  'prompt_cache_key',
  'service_tier',
  'store',
  'truncation',
  'previous_response_id',
  'conversation',
  'prompt',
  'background',
]);

/**
 * Parses a responses body into an IR request. Throws ShapeError. Source: OpenAI's API reference, responses,
 * November 2026.
 */
export function parseResponsesRequest(body: JsonObject): ChatRequest {
  const unknown: string[] = [...listUnknown(body, KNOWN)];
  const hosted: ServerTool[] = [];
  const tools = parseTools(body.tools, hosted);
  const turns = parseInput(body.input, unknown);
  const { system, rest } = splitSystem(readText(body.instructions, 'instructions'), turns);
  const text = readRecord(body.text, 'text');
  const include = readTexts(body.include, 'include');
  const logprobs = readWhole(body.top_logprobs, 'top_logprobs');
  return {
    model: requireText(body.model, 'model'),
    stream: readFlag(body.stream, 'stream') ?? false,
    system,
    turns: rest,
    tools,
    ...hostedTools(hosted, body.tool_choice, tools.length),
    toolChoice: parseToolChoice(body.tool_choice),
    parallelTools: readFlag(body.parallel_tool_calls, 'parallel_tool_calls'),
    sampling: {
      temperature: readNumber(body.temperature, 'temperature'),
      topP: readNumber(body.top_p, 'top_p'),
    },
    maxOutputTokens: readWhole(body.max_output_tokens, 'max_output_tokens'),
    stop: [],
    logprobs: include.includes('message.output_text.logprobs') ? (logprobs ?? 0) : logprobs,
    choices: 1,
    format: parseFormat(readRecord(text?.format, 'text.format'), 'text.format'),
    reasoning: parseReasoning(readRecord(body.reasoning, 'reasoning')),
    user: readText(body.user, 'user') ?? readText(body.safety_identifier, 'safety_identifier'),
    metadata: readRecord(body.metadata, 'metadata'),
    promptCacheKey: readText(body.prompt_cache_key, 'prompt_cache_key'),
    serviceTier: readText(body.service_tier, 'service_tier'),
    verbosity: readText(text?.verbosity, 'text.verbosity'),
    store: readFlag(body.store, 'store'),
    refusal: findRefusal('openai-responses', body) ?? refuseItems(body.input),
    unknown,
  };
}

/** Refuses the first item that references something stored at OpenAI, or that only OpenAI can read. */
function refuseItems(input: unknown): RequestFault | undefined {
  for (const [index, { type, id, encrypted_content: encryptedContent }] of recordsOf(
    input,
  ).entries()) {
    if (type === 'compaction_trigger') return refuseTrigger(`input[${index}]`);
    if (type === 'item_reference') return refuseItemReference(id, `input[${index}]`);
    if (COMPACTIONS.has(type) && readSummary(encryptedContent) === undefined)
      return refuseCompaction(id, `input[${index}]`);
  }
  return undefined;
}

/** Instructions and leading system messages form the system prompt. */
function splitSystem(
  instructions: string | undefined,
  turns: readonly Turn[],
): { readonly system: TextPart[]; readonly rest: readonly Turn[] } {
  const system: TextPart[] = [];
  if (instructions) system.push({ type: 'text', text: instructions });
  const first = turns.findIndex(({ role }) => role !== 'system');
  const leading = first === -1 ? turns : turns.slice(0, first);
  for (const { parts } of leading) {
    for (const part of parts) if (part.type === 'text') system.push(part);
  }
  return { system, rest: first === -1 ? [] : turns.slice(first) };
}

function parseReasoning(reasoning: JsonObject | undefined): Reasoning | undefined {
  if (!reasoning) return undefined;
  const summary = readText(reasoning.summary, 'reasoning.summary');
  const showThoughts = summary !== undefined;
  const { effort } = reasoning;
  if (effort === undefined || effort === null)
    return showThoughts ? { adaptive: true, show: showThoughts } : undefined;
  if (isEffort(effort)) return { effort, show: showThoughts };
  const message = 'reasoning.effort must be none, minimal, low, medium, high, xhigh or max.';
  return reject(message, 'reasoning.effort');
}
