import { budgetOf } from '../ir/effort.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { EMPTY_SCHEMA } from '../ir/empty-schema.ts';
import { compact } from '../ir/read-shape.ts';
import type { ResponseFormat, ChatRequest, Reasoning } from '../ir/request.ts';
import { recordOf } from '../json/loose-values.ts';
import type { JsonObject } from '../json/json-object.ts';
import { renderMessages } from '../openai-chat/render-messages.ts';

/** Cohere accepts at most five stop sequences. */
const STOPS_MAX = 5;

/**
 * Renders an IR request as a body of Cohere's v2 chat, whose messages resemble OpenAI's. Source: Cohere's
 * published OpenAPI, v2 chat.
 */
export function renderCohereRequest(
  request: ChatRequest,
  warnings: ConversionWarnings,
): JsonObject {
  noteUnsupported(request, warnings);
  const { sampling, tools, stop } = request;
  return compact({
    model: request.model,
    messages: renderMessages(request, warnings).map((message) => toCohere(message, warnings)),
    stream: request.stream,
    max_tokens: request.maxOutputTokens,
    temperature: sampling.temperature,
    p: sampling.topP,
    k: sampling.topK,
    seed: sampling.seed,
    frequency_penalty: sampling.frequencyPenalty,
    presence_penalty: sampling.presencePenalty,
    stop_sequences: stop.length > 0 ? stop.slice(0, STOPS_MAX) : undefined,
    tools:
      tools.length > 0
        ? tools.map(({ name, description, schema }) => ({
            type: 'function',
            function: compact({ name, description, parameters: schema ?? EMPTY_SCHEMA }),
          }))
        : undefined,
    tool_choice: tools.length > 0 ? renderToolChoice(request, warnings) : undefined,
    response_format: renderFormat(request.format),
    thinking: renderThinking(request.reasoning),
  });
}

function noteUnsupported(request: ChatRequest, warnings: ConversionWarnings): void {
  if (request.choices > 1) warnings.note('choices');
  if (request.stop.length > STOPS_MAX) warnings.note('stop');
  if (request.sampling.logitBias) warnings.note('logit_bias');
  if (request.logprobs !== undefined) warnings.note('logprobs');
  if (request.parallelTools === false) warnings.note('parallel_tool_calls');
  if (request.user !== undefined) warnings.note('user');
  if (request.metadata) warnings.note('metadata');
}

/**
 * Converts OpenAI's message to Cohere's: thoughts before calls become the tool plan, other thoughts and
 * refusals become content, and a message with only calls has no content. Names are not supported.
 */
function toCohere(message: JsonObject, warnings: ConversionWarnings): JsonObject {
  const { name, content, reasoning_content: thoughts, refusal, ...rest } = message;
  if (name !== undefined) warnings.note('message_name');
  const reply = refusal ?? content ?? undefined;
  if (typeof thoughts !== 'string')
    return compact({
      ...rest,
      content: Array.isArray(reply) ? filterKnownParts(reply, warnings) : reply,
    });
  if (rest.tool_calls) return compact({ ...rest, tool_plan: thoughts, content: reply });
  const text = Array.isArray(reply) ? (reply as unknown[]) : [{ type: 'text', text: reply ?? '' }];
  return { ...rest, content: [{ type: 'thinking', thinking: thoughts }, ...text] };
}

/** Cohere accepts text and images. */
function filterKnownParts(
  parts: readonly unknown[],
  warnings: ConversionWarnings,
): readonly unknown[] {
  return parts.filter((part) => {
    const { type } = recordOf(part);
    if (type === 'file' || type === 'input_audio')
      warnings.note(type === 'file' ? 'file' : 'audio');
    return type === 'text' || type === 'image_url';
  });
}

/** A specific tool can't be forced: any tool call is then required. */
function renderToolChoice(request: ChatRequest, warnings: ConversionWarnings): string | undefined {
  switch (request.toolChoice?.kind) {
    case undefined:
    case 'auto':
    // Only these are offered (see fitToolChoice).
    case 'allowed':
      return undefined;
    case 'none':
      return 'NONE';
    case 'named':
      warnings.note('tool_choice');
      return 'REQUIRED';
    case 'required':
      return 'REQUIRED';
  }
}

function renderFormat(format: ResponseFormat | undefined): JsonObject | undefined {
  if (!format) return undefined;
  return format.kind === 'json'
    ? { type: 'json_object' }
    : { type: 'json_object', json_schema: format.schema };
}

function renderThinking(reasoning: Reasoning | undefined): JsonObject | undefined {
  if (!reasoning) return undefined;
  const budget = budgetOf(reasoning);
  if (budget === 0) return { type: 'disabled' };
  return compact({ type: 'enabled', token_budget: budget });
}
