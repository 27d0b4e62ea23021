import { compact } from '../ir/read-shape.ts';
import { effortOf } from '../ir/effort.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { fitOpenAiEffort, isOpenAiModel, isOpenAiReasoner } from '../model-rules/openai-models.ts';
import type { ResponseFormat, ChatRequest, Effort, Reasoning, Tool } from '../ir/request.ts';
import { renderChatSearch } from '../server-tools/translate-search.ts';
import type { JsonObject } from '../json/json-object.ts';
import { fitUser } from './fit-user.ts';
import { mentionJson } from './mention-json.ts';
import { renderMessages } from './render-messages.ts';
import {
  describeNonObjectFormat,
  renderResponseSchema,
  renderToolSchema,
} from './render-schema.ts';
import { renderTier } from './render-tier.ts';

/** OpenAI accepts at most four stop sequences. */
const STOPS_MAX = 4;

/**
 * Renders an IR request as a chat completions body. Source: OpenAI's API reference, chat completions,
 * November 2026.
 */
export function renderChatRequest(
  original: ChatRequest,
  warnings: ConversionWarnings,
  includeUsage: boolean,
): JsonObject {
  const request = mentionJson(describeNonObjectFormat(original, warnings), true);
  const { model, stream, sampling } = request;
  const reasons = isOpenAiReasoner(model);
  const limit = request.maxOutputTokens;
  if (request.stop.length > STOPS_MAX) warnings.note('stop');
  if (request.choices > 1) warnings.note('choices');
  return compact({
    model,
    messages: renderMessages(request, warnings),
    stream: stream || undefined,
    stream_options: stream && includeUsage ? { include_usage: true } : undefined,
    ...(reasons ? { max_completion_tokens: limit } : { max_tokens: limit }),
    ...renderSampling(request, warnings),
    stop: request.stop.length > 0 ? request.stop.slice(0, STOPS_MAX) : undefined,
    seed: sampling.seed,
    logit_bias: sampling.logitBias,
    logprobs: request.logprobs === undefined ? undefined : true,
    top_logprobs: request.logprobs || undefined,
    tools:
      request.tools.length > 0
        ? request.tools.map((tool) => renderTool(tool, warnings))
        : undefined,
    tool_choice: request.tools.length > 0 ? renderToolChoice(request) : undefined,
    parallel_tool_calls: request.tools.length > 0 ? request.parallelTools : undefined,
    web_search_options: renderChatSearch(request),
    response_format: renderFormat(request.format, warnings),
    reasoning_effort: renderEffort(request, warnings),
    user: fitUser(request.user, warnings),
    prompt_cache_key: request.promptCacheKey,
    service_tier: renderTier(request.serviceTier, warnings),
    modalities: request.modalities && ['text', ...request.modalities],
    verbosity: request.verbosity,
    store: request.store,
    metadata: isOpenAiModel(model) ? request.metadata : dropMetadata(request, warnings),
  });
}

/** Members that reasoning models refuse are dropped by their rules (model-rules). */
function renderSampling(request: ChatRequest, warnings: ConversionWarnings): JsonObject {
  const { temperature, topP, topK, frequencyPenalty, presencePenalty } = request.sampling;
  const openAi = isOpenAiModel(request.model);
  if (topK !== undefined && openAi) warnings.note('top_k');
  return {
    temperature,
    top_p: topP,
    top_k: openAi ? undefined : topK,
    frequency_penalty: frequencyPenalty,
    presence_penalty: presencePenalty,
  };
}

function renderTool(tool: Tool, warnings: ConversionWarnings): JsonObject {
  const { name, description, grammar } = tool;
  if (tool.custom) {
    const format = grammar && { type: 'grammar', grammar };
    return { type: 'custom', custom: compact({ name, description, format }) };
  }
  const { schema, strict } = renderToolSchema(tool, warnings);
  return {
    type: 'function',
    function: compact({ name, description, parameters: schema, strict }),
  };
}

function renderToolChoice({ toolChoice: choice, tools }: ChatRequest): unknown {
  if (!choice || !('names' in choice)) return choice?.kind;
  const custom = new Set(tools.flatMap((tool) => (tool.custom ? [tool.name] : [])));
  const named = choice.names.map((name) =>
    custom.has(name)
      ? { type: 'custom', custom: { name } }
      : { type: 'function', function: { name } },
  );
  if (choice.kind === 'named' && named.length === 1) return named[0];
  const mode = choice.kind === 'named' ? 'required' : 'auto';
  return { type: 'allowed_tools', allowed_tools: { mode, tools: named } };
}

function renderFormat(format: ResponseFormat | undefined, warnings: ConversionWarnings): unknown {
  if (!format) return undefined;
  if (format.kind === 'json') return { type: 'json_object' };
  const { name, description } = format;
  const { schema, strict } = renderResponseSchema(format, warnings);
  return {
    type: 'json_schema',
    json_schema: compact({ name: name ?? 'answer', description, schema, strict }),
  };
}

/** Only known reasoning models accept an effort; a budget becomes the closest effort. */
function renderEffort(request: ChatRequest, warnings: ConversionWarnings): unknown {
  const { reasoning, model } = request;
  if (!reasoning) return undefined;
  if (isOpenAiModel(model) && !isOpenAiReasoner(model)) {
    if (effortOf(reasoning) !== 'none') warnings.note('reasoning');
    return undefined;
  }
  return fittedEffort(reasoning, model, warnings);
}

/** Returns the effort that the model accepts; warns if it differs from the requested one. */
export function fittedEffort(
  reasoning: Reasoning,
  model: string,
  warnings: ConversionWarnings,
): Effort | undefined {
  const effort = effortOf(reasoning);
  const fitted = effort && fitOpenAiEffort(model, effort);
  const isBudget = reasoning.effort === undefined && reasoning.budget;
  if (isBudget || fitted !== effort) warnings.note('reasoning');
  return fitted;
}

function dropMetadata(request: ChatRequest, warnings: ConversionWarnings): undefined {
  if (request.metadata) warnings.note('metadata');
}
