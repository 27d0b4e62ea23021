import { urlOfMedia } from '../ir/data-url.ts';
import type { ConversionWarnings } from '../ir/conversion-warnings.ts';
import { EMPTY_SCHEMA } from '../ir/empty-schema.ts';
import type { Part, ToolResultPart } from '../ir/parts.ts';
import { compact } from '../ir/read-shape.ts';
import type { ChatRequest, Tool, Turn } from '../ir/request.ts';
import { textOfResult } from '../ir/text-of-result.ts';
import type { JsonObject } from '../json/json-object.ts';

/**
 * Renders an IR request as a body of Hunyuan's own API, which refuses unknown members. Source: Tencent Cloud,
 * Hunyuan ChatCompletions of 2023-09-01.
 */
export function renderHunyuanRequest(
  request: ChatRequest,
  warnings: ConversionWarnings,
): JsonObject {
  noteUnsupported(request, warnings);
  const { sampling, tools } = request;
  const system = request.system.map(({ text }) => text).join('\n\n');
  return compact({
    Model: request.model,
    Messages: [
      ...(system === '' ? [] : [{ Role: 'system', Content: system }]),
      ...request.turns.flatMap((turn) => renderTurn(turn, warnings)),
    ],
    Stream: request.stream,
    Temperature: sampling.temperature,
    TopP: sampling.topP,
    Seed: sampling.seed,
    Stop: request.stop.length > 0 ? request.stop : undefined,
    Tools: tools.length > 0 ? tools.map(renderTool) : undefined,
    ...(tools.length > 0 ? renderChoice(request, warnings) : {}),
  });
}

function noteUnsupported(request: ChatRequest, warnings: ConversionWarnings): void {
  const { sampling, format } = request;
  if (request.choices > 1) warnings.note('choices');
  if (request.maxOutputTokens !== undefined) warnings.note('max_tokens');
  if (request.logprobs !== undefined) warnings.note('logprobs');
  if (request.reasoning) warnings.note('reasoning');
  if (request.user !== undefined) warnings.note('user');
  if (request.metadata) warnings.note('metadata');
  if (format) warnings.note(format.kind === 'json' ? 'json_object' : 'json_schema');
  if (sampling.topK !== undefined) warnings.note('top_k');
  if (sampling.logitBias) warnings.note('logit_bias');
  if (sampling.frequencyPenalty) warnings.note('frequency_penalty');
  if (sampling.presencePenalty) warnings.note('presence_penalty');
}

/** Schemas are sent as JSON text. */
function renderTool({ name, description, schema }: Tool): JsonObject {
  const Parameters = JSON.stringify(schema ?? EMPTY_SCHEMA);
  return {
    Type: 'function',
    Function: compact({ Name: name, Description: description, Parameters }),
  };
}

/** One tool may be named; requiring a call to any tool cannot be expressed. */
function renderChoice(
  { toolChoice, tools }: ChatRequest,
  warnings: ConversionWarnings,
): JsonObject {
  if (!toolChoice) return {};
  if (toolChoice.kind === 'auto' || toolChoice.kind === 'none')
    return { ToolChoice: toolChoice.kind };
  const names = toolChoice.kind === 'named' ? toolChoice.names : [];
  const tool = names.length === 1 && tools.find(({ name }) => name === names[0]);
  if (tool) return { ToolChoice: 'custom', CustomTool: renderTool(tool) };
  warnings.note('tool_choice');
  return { ToolChoice: 'auto' };
}

/** Results become messages of their own, before the rest of the turn. */
function renderTurn(turn: Turn, warnings: ConversionWarnings): JsonObject[] {
  const results = turn.parts.filter((part) => part.type === 'tool-result');
  const rest = turn.parts.filter((part) => part.type !== 'tool-result');
  const messages = results.map((part) => renderResult(part, warnings));
  if (rest.length === 0) return messages;
  return [...messages, renderMessage(turn.role, rest, warnings)];
}

function renderMessage(
  role: string,
  parts: readonly Part[],
  warnings: ConversionWarnings,
): JsonObject {
  const texts: string[] = [];
  const images: JsonObject[] = [];
  const calls: JsonObject[] = [];
  for (const part of parts) {
    if (part.type === 'text' || part.type === 'refusal') texts.push(part.text);
    else if (part.type === 'image') images.push(...renderImage(part, warnings));
    else if (part.type === 'tool-call') {
      const called = { Name: part.name, Arguments: part.args.trim() === '' ? '{}' : part.args };
      calls.push({ Id: part.id, Type: 'function', Function: called });
    } else if (part.type === 'file' && part.source.kind === 'text') texts.push(part.source.text);
    else warnings.note(part.type === 'tool-result' ? 'unknown' : part.type);
  }
  const text = texts.join('\n');
  const contents = [...(text === '' ? [] : [{ Type: 'text', Text: text }]), ...images];
  return compact({
    Role: role,
    ...(images.length > 0 ? { Contents: contents } : { Content: text }),
    ToolCalls: calls.length > 0 ? calls : undefined,
  });
}

function renderImage(
  part: Extract<Part, { type: 'image' }>,
  warnings: ConversionWarnings,
): JsonObject[] {
  const url = urlOfMedia(part.source);
  if (url !== undefined) return [{ Type: 'image_url', ImageUrl: { Url: url } }];
  warnings.note('file_id');
  return [];
}

function renderResult(part: ToolResultPart, warnings: ConversionWarnings): JsonObject {
  if (part.isError) warnings.note('tool_result_error');
  const text = textOfResult(part, warnings);
  return {
    Role: 'tool',
    ToolCallId: part.callId,
    Content: part.isError ? `[error]\n${text}` : text,
  };
}
