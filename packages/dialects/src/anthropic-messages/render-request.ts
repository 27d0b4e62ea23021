import { budgetOf, effortOf } from '../ir/effort.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { BUDGET_MIN, claudeRules, type ClaudeRules } from '../model-rules/claude-models.ts';
import { compact } from '../ir/read-shape.ts';
import type { ChatRequest } from '../ir/request.ts';
import type { JsonObject } from '../json/json-object.ts';
import { loopLacksThinking } from '../history/loop-lacks-thinking.ts';
import { fitSchema, isCompiled } from './fit-schema.ts';
import { renderMessagesSearch } from '../server-tools/translate-search.ts';
import { renderToolChoice, renderTools, renderToolsOfHistory } from './render-tools.ts';
import { renderSystem, renderTurns } from './render-turns.ts';

/**
 * Renders an IR request as a messages body. Source: Anthropic's API reference and SDK types, messages,
 * November 2026.
 */
export function renderMessagesRequest(
  request: ChatRequest,
  warnings: ConversionWarnings,
): JsonObject {
  noteUnsupported(request, warnings);
  const rules = claudeRules(request.model);
  const system = renderSystem(request, warnings);
  const messages = renderTurns(request, warnings);
  const thinking = renderThinking(request, messages, rules, warnings);
  const choice = renderToolChoice(request);
  const offered = [...renderTools(request, rules, warnings), ...renderMessagesSearch(request)];
  const called = offered.length > 0 ? [] : renderToolsOfHistory(request);
  return compact({
    model: request.model,
    max_tokens: renderMaxTokens(request, rules, thinking),
    system: system.length > 0 ? system : undefined,
    messages,
    stream: request.stream || undefined,
    stop_sequences: renderStops(request.stop, warnings),
    ...renderSampling(request, warnings),
    tools: filled([...offered, ...called]),
    tool_choice: called.length > 0 ? { type: 'none' } : choice,
    thinking,
    output_config: renderConfig(request, rules, warnings),
    metadata: request.user === undefined ? undefined : { user_id: request.user },
    service_tier: renderTier(request.serviceTier),
  });
}

function noteUnsupported(request: ChatRequest, warnings: ConversionWarnings): void {
  const { sampling } = request;
  if (request.choices > 1) warnings.note('choices');
  if (sampling.frequencyPenalty) warnings.note('frequency_penalty');
  if (sampling.presencePenalty) warnings.note('presence_penalty');
  if (sampling.seed !== undefined) warnings.note('seed');
  if (sampling.logitBias) warnings.note('logit_bias');
  if (request.logprobs !== undefined) warnings.note('logprobs');
  if (request.metadata) warnings.note('metadata');
  if (request.promptCacheKey !== undefined) warnings.note('prompt_cache_key');
  if (request.verbosity !== undefined) warnings.note('verbosity');
  if (request.modalities) warnings.note('modalities');
  if (request.store) warnings.note('store');
}

function filled<Value>(list: readonly Value[]): readonly Value[] | undefined {
  return list.length > 0 ? list : undefined;
}

/** max_tokens is required and must exceed the thinking budget. */
function renderMaxTokens(
  request: ChatRequest,
  rules: ClaudeRules,
  thinking: JsonObject | undefined,
): number {
  const outputTokens = request.maxOutputTokens ?? rules.defaultMaxTokens;
  const budget = typeof thinking?.budget_tokens === 'number' ? thinking.budget_tokens : 0;
  return budget < outputTokens ? outputTokens : budget + outputTokens;
}

/** Whitespace-only stop sequences are refused. */
function renderStops(
  stops: readonly string[],
  warnings: ConversionWarnings,
): readonly string[] | undefined {
  const usable = stops.filter((stop) => stop.trim() !== '');
  if (usable.length < stops.length) warnings.note('stop');
  return usable.length > 0 ? usable : undefined;
}

/** The maximum temperature is 1 here; the models' rules drop what thinking and the newest models refuse. */
function renderSampling({ sampling }: ChatRequest, warnings: ConversionWarnings): JsonObject {
  const { temperature, topP, topK } = sampling;
  if (temperature !== undefined && temperature > 1) warnings.note('temperature');
  return {
    temperature: temperature === undefined ? undefined : Math.min(temperature, 1),
    top_p: topP,
    top_k: topK,
  };
}

/**
 * Renders thinking in the form that the model accepts. If thoughts are missing from an ongoing tool loop (the
 * client did not send them back), the provider refuses a budget, so it is omitted.
 */
function renderThinking(
  request: ChatRequest,
  messages: readonly JsonObject[],
  rules: ClaudeRules,
  warnings: ConversionWarnings,
): JsonObject | undefined {
  const { reasoning } = request;
  if (!reasoning) return undefined;
  const budget = budgetOf(reasoning);
  if (budget === 0) return { type: 'disabled' };
  const display = reasoning.show === false ? { display: 'omitted' } : {};
  if (rules.adaptive) {
    if (reasoning.budget !== undefined && reasoning.effort === undefined)
      warnings.note('reasoning');
    return { type: 'adaptive', ...(reasoning.show ? { display: 'summarized' } : display) };
  }
  if (loopLacksThinking(messages)) {
    warnings.note('reasoning');
    return undefined;
  }
  if (reasoning.budget === undefined) warnings.note('reasoning');
  return { type: 'enabled', budget_tokens: Math.max(budget ?? 8192, BUDGET_MIN) };
}

/** Effort is only for models with adaptive thinking; the format is for all. */
function renderConfig(
  request: ChatRequest,
  rules: ClaudeRules,
  warnings: ConversionWarnings,
): JsonObject | undefined {
  const { reasoning, format } = request;
  const effort = reasoning && rules.adaptive ? effortOf(reasoning) : undefined;
  const config = compact({
    effort: effort === 'none' ? undefined : effort === 'minimal' ? 'low' : effort,
    format:
      format?.kind === 'schema' && isCompiled(format.schema, rules)
        ? renderSchema(format.schema, warnings)
        : undefined,
  });
  return Object.keys(config).length > 0 ? config : undefined;
}

function renderSchema(input: JsonObject, warnings: ConversionWarnings): JsonObject {
  const { schema, changed } = fitSchema(input);
  if (changed) warnings.note('schema');
  return { type: 'json_schema', schema };
}

function renderTier(tier: string | undefined): string | undefined {
  if (tier === 'auto' || tier === 'priority') return 'auto';
  return tier === 'default' || tier === 'flex' ? 'standard_only' : undefined;
}
