import { budgetOf, effortOf } from '../ir/effort.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { geminiThinks, geminiThinksByLevel } from '../model-rules/gemini-models.ts';
import { compact } from '../ir/read-shape.ts';
import type { ChatRequest, Effort, Tool } from '../ir/request.ts';
import type { JsonObject } from '../json/json-object.ts';
import { fitToolSchema } from '../schemas/fit-tool-schema.ts';
import { cleanSchema } from './clean-schema.ts';
import { renderContents } from './render-contents.ts';

/** Google accepts at most five stop sequences and twenty alternatives per token. */
const STOPS_MAX = 5;
const LOGPROBS_MAX = 20;

/**
 * Renders an IR request as a generateContent body; the model and streaming go into the path. Source: Google's
 * API reference and SDK types, generateContent, November 2026.
 */
export function renderGenerateRequest(
  request: ChatRequest,
  warnings: ConversionWarnings,
): JsonObject {
  noteUnsupported(request, warnings);
  const system = request.system.filter(({ text }) => text !== '');
  const systemTurns = request.turns.filter(({ role }) => role === 'system');
  if (systemTurns.length > 0) warnings.note('system_position');
  const texts = [...system, ...systemTurns.flatMap(({ parts }) => parts)].flatMap((part) =>
    part.type === 'text' ? [{ text: part.text }] : [],
  );
  const config = renderConfig(request, warnings);
  return compact({
    contents: renderContents(request, warnings),
    systemInstruction: texts.length > 0 ? { parts: texts } : undefined,
    tools:
      request.tools.length > 0
        ? [{ functionDeclarations: request.tools.map((tool) => renderTool(tool, warnings)) }]
        : request.search && [{ googleSearch: {} }],
    toolConfig: renderToolConfig(request),
    generationConfig: Object.keys(config).length > 0 ? config : undefined,
  });
}

function noteUnsupported(request: ChatRequest, warnings: ConversionWarnings): void {
  const cached =
    request.system.some(({ cache }) => cache) || request.tools.some((tool) => tool.cache);
  if (cached) warnings.note('cache_control');
  if (request.choices > 1) warnings.note('choices');
  if (request.sampling.logitBias) warnings.note('logit_bias');
  if (request.parallelTools === false) warnings.note('parallel_tool_calls');
  if (request.user !== undefined) warnings.note('user');
  if (request.metadata) warnings.note('metadata');
  if (request.promptCacheKey !== undefined) warnings.note('prompt_cache_key');
  if (request.serviceTier !== undefined && request.serviceTier !== 'auto')
    warnings.note('service_tier');
  if (request.verbosity !== undefined) warnings.note('verbosity');
  if (request.store) warnings.note('store');
}

function renderConfig(request: ChatRequest, warnings: ConversionWarnings): JsonObject {
  const { sampling, stop, format, logprobs } = request;
  if (stop.length > STOPS_MAX) warnings.note('stop');
  return compact({
    temperature: sampling.temperature,
    topP: sampling.topP,
    topK: sampling.topK,
    seed: sampling.seed,
    presencePenalty: sampling.presencePenalty,
    frequencyPenalty: sampling.frequencyPenalty,
    maxOutputTokens: request.maxOutputTokens,
    stopSequences: stop.length > 0 ? stop.slice(0, STOPS_MAX) : undefined,
    responseLogprobs: logprobs === undefined ? undefined : true,
    logprobs: logprobs ? Math.min(logprobs, LOGPROBS_MAX) : undefined,
    responseMimeType: format ? 'application/json' : undefined,
    responseSchema: format?.kind === 'schema' ? clean(format.schema, warnings) : undefined,
    responseModalities: request.modalities && [
      'TEXT',
      ...request.modalities.map((name) => name.toUpperCase()),
    ],
    thinkingConfig: renderThinking(request, warnings),
  });
}

function clean(schema: JsonObject, warnings: ConversionWarnings): JsonObject {
  const cleaned = cleanSchema(schema);
  if (cleaned.changed) warnings.note('schema');
  return cleaned.schema;
}

function flatten(input: JsonObject, warnings: ConversionWarnings): JsonObject {
  const { schema, changed } = fitToolSchema(input);
  if (changed) warnings.note('schema');
  return schema;
}

/** A function without arguments has no parameters: an object without properties is refused. */
function renderTool(tool: Tool, warnings: ConversionWarnings): JsonObject {
  const { name, description, schema } = tool;
  const parameters = schema && clean(flatten(schema, warnings), warnings);
  const properties = parameters?.properties;
  const isEmpty =
    !parameters || typeof properties !== 'object' || Object.keys(properties ?? {}).length === 0;
  return compact({ name, description, parameters: isEmpty ? undefined : parameters });
}

function renderToolConfig(request: ChatRequest): JsonObject | undefined {
  const { toolChoice, tools } = request;
  if (!toolChoice || tools.length === 0) return undefined;
  if (toolChoice.kind === 'named') {
    return { functionCallingConfig: { mode: 'ANY', allowedFunctionNames: toolChoice.names } };
  }
  const mode = { auto: 'AUTO', allowed: 'AUTO', none: 'NONE', required: 'ANY' }[toolChoice.kind];
  return { functionCallingConfig: { mode } };
}

/** From Gemini 3 on, thinking is a level, before that a budget; -1 lets the model decide. */
function renderThinking(
  request: ChatRequest,
  warnings: ConversionWarnings,
): JsonObject | undefined {
  const { reasoning, model } = request;
  if (!reasoning) return undefined;
  if (!geminiThinks(model)) {
    warnings.note('reasoning');
    return undefined;
  }
  const includeThoughts = reasoning.show !== false;
  if (!geminiThinksByLevel(model)) {
    const budget = budgetOf(reasoning) ?? -1;
    if (reasoning.budget === undefined && !reasoning.adaptive) warnings.note('reasoning');
    return { thinkingBudget: budget, includeThoughts };
  }
  const effort = effortOf(reasoning);
  const level = effort && LEVELS[effort];
  if (level !== effort) warnings.note('reasoning');
  return compact({ thinkingLevel: level, includeThoughts });
}

const LEVELS: Readonly<Record<Effort, string>> = {
  none: 'minimal',
  minimal: 'minimal',
  low: 'low',
  medium: 'medium',
  high: 'high',
  xhigh: 'xhigh',
  max: 'xhigh',
};
