import { inputOf } from '../anthropic-messages/render-blocks.ts';
import { effortOf } from '../ir/effort.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { EMPTY_SCHEMA } from '../ir/empty-schema.ts';
import type { Part, ToolResultPart } from '../ir/parts.ts';
import { compact } from '../ir/read-shape.ts';
import type { ChatRequest, Reasoning, Turn } from '../ir/request.ts';
import type { JsonObject } from '../json/json-object.ts';

/**
 * Renders an IR request as a body of Ollama's own chat API. It streams by default, so `stream` is always set.
 * Source: Ollama's API documentation, /api/chat.
 */
export function renderOllamaRequest(
  request: ChatRequest,
  warnings: ConversionWarnings,
): JsonObject {
  noteUnsupported(request, warnings);
  const { sampling, tools, format } = request;
  const options = compact({
    temperature: sampling.temperature,
    top_p: sampling.topP,
    top_k: sampling.topK,
    seed: sampling.seed,
    frequency_penalty: sampling.frequencyPenalty,
    presence_penalty: sampling.presencePenalty,
    num_predict: request.maxOutputTokens,
    stop: request.stop.length > 0 ? request.stop : undefined,
  });
  const system = request.system.map(({ text }) => text).join('\n\n');
  return compact({
    model: request.model,
    messages: [
      ...(system === '' ? [] : [{ role: 'system', content: system }]),
      ...request.turns.flatMap((turn) => renderTurn(turn, request, warnings)),
    ],
    stream: request.stream,
    tools:
      tools.length > 0
        ? tools.map(({ name, description, schema }) => ({
            type: 'function',
            function: compact({ name, description, parameters: schema ?? EMPTY_SCHEMA }),
          }))
        : undefined,
    format: format?.kind === 'json' ? 'json' : format?.schema,
    think: renderThink(request.reasoning),
    options: Object.keys(options).length > 0 ? options : undefined,
  });
}

function noteUnsupported(request: ChatRequest, warnings: ConversionWarnings): void {
  const { toolChoice } = request;
  if (request.choices > 1) warnings.note('choices');
  if (toolChoice && toolChoice.kind !== 'auto') warnings.note('tool_choice');
  if (request.parallelTools === false) warnings.note('parallel_tool_calls');
  if (request.sampling.logitBias) warnings.note('logit_bias');
  if (request.logprobs !== undefined) warnings.note('logprobs');
  if (request.user !== undefined) warnings.note('user');
  if (request.metadata) warnings.note('metadata');
}

/** Returns true, false, or a level if one was requested. */
function renderThink(reasoning: Reasoning | undefined): boolean | string | undefined {
  if (!reasoning) return undefined;
  const effort = effortOf(reasoning);
  if (effort === 'none') return false;
  return effort === 'low' || effort === 'medium' || effort === 'high' ? effort : true;
}

/** Results become messages of their own; images are sent next to the text as bare base64. */
function renderTurn(turn: Turn, request: ChatRequest, warnings: ConversionWarnings): JsonObject[] {
  const results = turn.parts.filter((part) => part.type === 'tool-result');
  const rest = turn.parts.filter((part) => part.type !== 'tool-result');
  const messages = results.map((part) => renderResult(part, request, warnings));
  return rest.length > 0 ? [...messages, renderMessage(turn.role, rest, warnings)] : messages;
}

function renderMessage(
  role: string,
  parts: readonly Part[],
  warnings: ConversionWarnings,
): JsonObject {
  const texts: string[] = [];
  const images: string[] = [];
  const calls: JsonObject[] = [];
  const thoughts: string[] = [];
  for (const part of parts) {
    if (part.type === 'text' || part.type === 'refusal') texts.push(part.text);
    else if (part.type === 'image' && part.source.kind === 'base64') images.push(part.source.data);
    // Replaced by what the gateway fetches.
    else if (part.type === 'image' && part.source.kind === 'url') images.push(part.source.url);
    else if (part.type === 'tool-call') {
      const args = inputOf(part.args, warnings.parseBudget, warnings);
      calls.push({ function: { name: part.name, arguments: args } });
    } else if (part.type === 'thinking' && !part.signature) thoughts.push(part.text);
    else warnings.note(part.type === 'image' ? 'file_id' : featureOf(part));
  }
  return compact({
    role,
    content: texts.join('\n'),
    thinking: thoughts.length > 0 ? thoughts.join('\n') : undefined,
    images: images.length > 0 ? images : undefined,
    tool_calls: calls.length > 0 ? calls : undefined,
  });
}

function featureOf(part: Part): 'audio' | 'file' | 'thinking' | 'video' {
  if (part.type === 'audio' || part.type === 'video' || part.type === 'thinking') return part.type;
  return 'file';
}

/** Results are matched by the tool's name: there are no ids. */
function renderResult(
  part: ToolResultPart,
  request: ChatRequest,
  warnings: ConversionWarnings,
): JsonObject {
  const call = request.turns
    .flatMap(({ parts }) => parts)
    .find((other) => other.type === 'tool-call' && other.id === part.callId);
  const texts: string[] = part.isError ? ['[error]'] : [];
  for (const item of part.content) {
    if (item.type === 'text') texts.push(item.text);
    else warnings.note('tool_result_media');
  }
  const name = part.name ?? (call?.type === 'tool-call' ? call.name : part.callId);
  return { role: 'tool', tool_name: name, content: texts.join('\n') };
}
