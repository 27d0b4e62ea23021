import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { EMPTY_SCHEMA } from '../ir/empty-schema.ts';
import { compact } from '../ir/read-shape.ts';
import type { ChatRequest, Tool } from '../ir/request.ts';
import type { JsonObject } from '../json/json-object.ts';
import { renderBaiduMessages } from './render-messages.ts';

/** The accepted range is above 0, up to and including 1. */
const TEMPERATURE_MIN = 0.01;

/**
 * Renders an IR request as a body of Baidu's first chat API. The model is in the path. Source: Baidu,
 * ERNIE-4.0-8K and related models in the Wenxin Workshop.
 */
export function renderBaiduRequest(request: ChatRequest, warnings: ConversionWarnings): JsonObject {
  noteUnsupported(request, warnings);
  const { sampling, toolChoice } = request;
  const system = request.system.map(({ text }) => text).join('\n\n');
  const hasTools = request.tools.length > 0 && toolChoice?.kind !== 'none';
  return compact({
    messages: renderBaiduMessages(request.turns, warnings),
    system: system === '' ? undefined : system,
    stream: request.stream || undefined,
    temperature: fitTemperature(sampling.temperature, warnings),
    top_p: sampling.topP,
    max_output_tokens: request.maxOutputTokens,
    stop: request.stop.length > 0 ? request.stop : undefined,
    user_id: request.user,
    functions: hasTools ? request.tools.map(renderFunction) : undefined,
    tool_choice: hasTools ? renderChoice(request, warnings) : undefined,
    response_format: request.format ? 'json_object' : undefined,
  });
}

function noteUnsupported(request: ChatRequest, warnings: ConversionWarnings): void {
  const { sampling, format } = request;
  if (request.choices > 1) warnings.note('choices');
  if (request.logprobs !== undefined) warnings.note('logprobs');
  if (request.reasoning) warnings.note('reasoning');
  if (request.metadata) warnings.note('metadata');
  if (format?.kind === 'schema') warnings.note('json_schema');
  if (sampling.topK !== undefined) warnings.note('top_k');
  if (sampling.seed !== undefined) warnings.note('seed');
  if (sampling.logitBias) warnings.note('logit_bias');
  if (sampling.frequencyPenalty) warnings.note('frequency_penalty');
  if (sampling.presencePenalty) warnings.note('presence_penalty');
}

function fitTemperature(
  value: number | undefined,
  warnings: ConversionWarnings,
): number | undefined {
  if (value === undefined) return undefined;
  const fitted = Math.min(1, Math.max(TEMPERATURE_MIN, value));
  if (fitted !== value) warnings.note('temperature');
  return fitted;
}

function renderFunction({ name, description, schema }: Tool): JsonObject {
  return { name, description: description ?? name, parameters: schema ?? EMPTY_SCHEMA };
}

/** One function may be named; requiring a call to any function cannot be expressed. */
function renderChoice(
  { toolChoice }: ChatRequest,
  warnings: ConversionWarnings,
): JsonObject | undefined {
  if (!toolChoice || toolChoice.kind === 'auto') return undefined;
  const [name, ...others] = toolChoice.kind === 'named' ? toolChoice.names : [];
  if (name !== undefined && others.length === 0) return { type: 'function', function: { name } };
  warnings.note('tool_choice');
  return undefined;
}
