import { EMPTY_SCHEMA } from '../ir/empty-schema.ts';
import { flattenPart } from '../ir/flatten-turns.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { compact } from '../ir/read-shape.ts';
import type { ChatRequest, Role, Tool, Turn } from '../ir/request.ts';
import type { JsonObject } from '../json/json-object.ts';

const TOP_K_MAX = 6;
/** The lower bound, 0, is refused. */
const TEMPERATURE_MIN = 0.01;
const UID_LENGTH_MAX = 32;

/**
 * Renders an IR request as the only message sent to Spark's WebSocket. The host adds the application
 * (`app_id`) and the model that the URL selects. Source: iFlytek, Spark's WebSocket documentation.
 */
export function renderSparkRequest(request: ChatRequest, warnings: ConversionWarnings): JsonObject {
  noteUnsupported(request, warnings);
  const { sampling, tools, toolChoice, user } = request;
  const hasTools = tools.length > 0 && toolChoice?.kind !== 'none';
  const system = request.system.map(({ text }) => text).join('\n\n');
  const chat = compact({
    domain: request.model,
    temperature: fit(sampling.temperature, [TEMPERATURE_MIN, 1], () =>
      warnings.note('temperature'),
    ),
    top_k: fit(sampling.topK, [1, TOP_K_MAX], () => warnings.note('top_k')),
    max_tokens: request.maxOutputTokens,
  });
  return compact({
    header: user === undefined ? {} : { uid: user.slice(0, UID_LENGTH_MAX) },
    parameter: { chat },
    payload: compact({
      message: {
        text: [
          ...(system === '' ? [] : [{ role: 'system', content: system }]),
          ...renderTurns(request.turns, warnings),
        ],
      },
      functions: hasTools ? { text: tools.map(renderFunction) } : undefined,
    }),
  });
}

function noteUnsupported(request: ChatRequest, warnings: ConversionWarnings): void {
  const { sampling, format, toolChoice } = request;
  if (request.choices > 1) warnings.note('choices');
  if (request.stop.length > 0) warnings.note('stop');
  if (request.logprobs !== undefined) warnings.note('logprobs');
  if (request.reasoning) warnings.note('reasoning');
  if (request.metadata) warnings.note('metadata');
  if (format) warnings.note(format.kind === 'json' ? 'json_object' : 'json_schema');
  if (toolChoice && toolChoice.kind !== 'auto' && toolChoice.kind !== 'none')
    warnings.note('tool_choice');
  if (sampling.topP !== undefined) warnings.note('top_p');
  if (sampling.seed !== undefined) warnings.note('seed');
  if (sampling.logitBias) warnings.note('logit_bias');
  if (sampling.frequencyPenalty) warnings.note('frequency_penalty');
  if (sampling.presencePenalty) warnings.note('presence_penalty');
}

function fit(
  value: number | undefined,
  [min, max]: readonly [number, number],
  changed: () => void,
): number | undefined {
  if (value === undefined) return undefined;
  const fitted = Math.min(max, Math.max(min, value));
  if (fitted !== value) changed();
  return fitted;
}

function renderFunction({ name, description, schema }: Tool): JsonObject {
  return { name, description: description ?? name, parameters: schema ?? EMPTY_SCHEMA };
}

/**
 * User and assistant must alternate, so consecutive messages of one side are merged. Calls and their results
 * are described in words.
 */
function renderTurns(turns: readonly Turn[], warnings: ConversionWarnings): JsonObject[] {
  const messages: { role: Role; content: string }[] = [];
  for (const { role, parts } of turns) {
    const texts = parts.map((part) => {
      if (part.type !== 'image') return flattenPart(part, warnings);
      warnings.note(part.source.kind === 'url' ? 'image_url' : 'image_data');
      return '';
    });
    const content = texts.filter(Boolean).join('\n');
    const last = messages.at(-1);
    if (last?.role !== role) messages.push({ role, content });
    else if (content !== '') last.content = `${last.content}\n\n${content}`.trim();
  }
  return messages;
}
