import { budgetOf } from '../ir/effort.ts';
import type { LossReport } from '../ir/losses.ts';
import { compact } from '../ir/read-shape.ts';
import type { AnswerFormat, ChatRequest, Reasoning } from '../ir/request.ts';
import type { JsonObject } from '../openai-chat/client-request.ts';
import { renderMessages } from '../openai-chat/render-messages.ts';

/** Cohere takes at most five stop sequences. */
const STOPS_MAX = 5;

/**
 * A request of the IR as a body of Cohere's v2 chat, whose messages have the form of OpenAI's.
 * Source: Cohere's published OpenAPI, v2 chat.
 */
export function renderCohereRequest(request: ChatRequest, losses: LossReport): JsonObject {
  noteUnsupported(request, losses);
  const { sampling, tools, stop } = request;
  return compact({
    model: request.model,
    messages: renderMessages(request, losses).map(withoutEmptyContent),
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
    tool_choice: tools.length > 0 ? renderToolChoice(request, losses) : undefined,
    response_format: renderFormat(request.format),
    thinking: renderThinking(request.reasoning),
  });
}

const EMPTY_SCHEMA = { type: 'object', properties: {} };

function noteUnsupported(request: ChatRequest, losses: LossReport): void {
  if (request.choices > 1) losses.note('choices');
  if (request.stop.length > STOPS_MAX) losses.note('stop');
  if (request.sampling.logitBias) losses.note('logit_bias');
  if (request.logprobs !== undefined) losses.note('logprobs');
  if (request.parallelTools === false) losses.note('parallel_tool_calls');
  if (request.user !== undefined) losses.note('user');
  if (request.metadata) losses.note('metadata');
  if (request.tools.some((tool) => tool.custom)) losses.note('custom_tool');
}

/** A message of calls alone has no content at all. */
function withoutEmptyContent(message: JsonObject): JsonObject {
  if (message.content !== null) return message;
  const { content: _content, ...rest } = message;
  return rest;
}

/** A single tool can't be named: any of them must be called then. */
function renderToolChoice(request: ChatRequest, losses: LossReport): string | undefined {
  switch (request.toolChoice?.kind) {
    case undefined:
    case 'auto':
      return undefined;
    case 'none':
      return 'NONE';
    case 'named':
      losses.note('tool_choice');
      return 'REQUIRED';
    case 'required':
      return 'REQUIRED';
  }
}

function renderFormat(format: AnswerFormat | undefined): JsonObject | undefined {
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
