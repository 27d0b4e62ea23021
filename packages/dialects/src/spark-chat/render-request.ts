import { flattenPart } from '../ir/flatten-turns.ts';
import type { LossReport } from '../ir/losses.ts';
import { compact } from '../ir/read-shape.ts';
import type { ChatRequest, Role, Tool, Turn } from '../ir/request.ts';
import type { JsonObject } from '../openai-chat/client-request.ts';

const EMPTY_SCHEMA = { type: 'object', properties: {} };
const TOP_K_MAX = 6;
/** Refused at its lower end. */
const TEMPERATURE_MIN = 0.01;
const UID_LENGTH_MAX = 32;

/**
 * A request of the IR as the one message of a question to Spark over its socket. Who asks
 * (`app_id`) and which model is meant by the address are put in by the host.
 * Source: iFlytek, Spark's WebSocket documentation.
 */
export function renderSparkRequest(request: ChatRequest, losses: LossReport): JsonObject {
  noteUnsupported(request, losses);
  const { sampling, tools, toolChoice, user } = request;
  const hasTools = tools.length > 0 && toolChoice?.kind !== 'none';
  const system = request.system.map(({ text }) => text).join('\n\n');
  const chat = compact({
    domain: request.model,
    temperature: fit(sampling.temperature, [TEMPERATURE_MIN, 1], () => losses.note('temperature')),
    top_k: fit(sampling.topK, [1, TOP_K_MAX], () => losses.note('top_k')),
    max_tokens: request.maxOutputTokens,
  });
  return compact({
    header: user === undefined ? {} : { uid: user.slice(0, UID_LENGTH_MAX) },
    parameter: { chat },
    payload: compact({
      message: {
        text: [
          ...(system === '' ? [] : [{ role: 'system', content: system }]),
          ...renderTurns(request.turns, losses),
        ],
      },
      functions: hasTools ? { text: tools.map(renderFunction) } : undefined,
    }),
  });
}

function noteUnsupported(request: ChatRequest, losses: LossReport): void {
  const { sampling, format, toolChoice } = request;
  if (request.choices > 1) losses.note('choices');
  if (request.stop.length > 0) losses.note('stop');
  if (request.logprobs !== undefined) losses.note('logprobs');
  if (request.reasoning) losses.note('reasoning');
  if (request.metadata) losses.note('metadata');
  if (format) losses.note(format.kind === 'json' ? 'json_object' : 'json_schema');
  if (toolChoice && toolChoice.kind !== 'auto' && toolChoice.kind !== 'none')
    losses.note('tool_choice');
  if (sampling.topP !== undefined) losses.note('top_p');
  if (sampling.seed !== undefined) losses.note('seed');
  if (sampling.logitBias) losses.note('logit_bias');
  if (sampling.frequencyPenalty) losses.note('frequency_penalty');
  if (sampling.presencePenalty) losses.note('presence_penalty');
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

/** User and assistant must take turns, so neighbours of one side become one message. Calls and their results are told in words. */
function renderTurns(turns: readonly Turn[], losses: LossReport): JsonObject[] {
  const messages: { role: Role; content: string }[] = [];
  for (const { role, parts } of turns) {
    const texts = parts.map((part) => {
      if (part.type !== 'image') return flattenPart(part, losses);
      losses.note(part.source.kind === 'url' ? 'image_url' : 'image_data');
      return '';
    });
    const content = texts.filter(Boolean).join('\n');
    const last = messages.at(-1);
    if (last?.role !== role) messages.push({ role, content });
    else if (content !== '') last.content = `${last.content}\n\n${content}`.trim();
  }
  return messages;
}
