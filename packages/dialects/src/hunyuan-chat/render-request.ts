import { urlOfMedia } from '../ir/data-url.ts';
import type { LossReport } from '../ir/losses.ts';
import type { Part, ToolResultPart } from '../ir/parts.ts';
import { compact } from '../ir/read-shape.ts';
import type { ChatRequest, Tool, Turn } from '../ir/request.ts';
import { textOfResult } from '../ir/text-of-result.ts';
import type { JsonObject } from '../openai-chat/client-request.ts';

const EMPTY_SCHEMA = { type: 'object', properties: {} };

/**
 * A request of the IR as a body of Hunyuan's own API. Members that it does not know are refused.
 * Source: Tencent Cloud, Hunyuan ChatCompletions of 2023-09-01.
 */
export function renderHunyuanRequest(request: ChatRequest, losses: LossReport): JsonObject {
  noteUnsupported(request, losses);
  const { sampling, tools } = request;
  const system = request.system.map(({ text }) => text).join('\n\n');
  return compact({
    Model: request.model,
    Messages: [
      ...(system === '' ? [] : [{ Role: 'system', Content: system }]),
      ...request.turns.flatMap((turn) => renderTurn(turn, losses)),
    ],
    Stream: request.stream,
    Temperature: sampling.temperature,
    TopP: sampling.topP,
    Seed: sampling.seed,
    Stop: request.stop.length > 0 ? request.stop : undefined,
    Tools: tools.length > 0 ? tools.map(renderTool) : undefined,
    ...(tools.length > 0 ? renderChoice(request, losses) : {}),
  });
}

function noteUnsupported(request: ChatRequest, losses: LossReport): void {
  const { sampling, format } = request;
  if (request.choices > 1) losses.note('choices');
  if (request.maxOutputTokens !== undefined) losses.note('max_tokens');
  if (request.logprobs !== undefined) losses.note('logprobs');
  if (request.reasoning) losses.note('reasoning');
  if (request.user !== undefined) losses.note('user');
  if (request.metadata) losses.note('metadata');
  if (format) losses.note(format.kind === 'json' ? 'json_object' : 'json_schema');
  if (sampling.topK !== undefined) losses.note('top_k');
  if (sampling.logitBias) losses.note('logit_bias');
  if (sampling.frequencyPenalty) losses.note('frequency_penalty');
  if (sampling.presencePenalty) losses.note('presence_penalty');
}

/** Schemas go as text. */
function renderTool({ name, description, schema }: Tool): JsonObject {
  const Parameters = JSON.stringify(schema ?? EMPTY_SCHEMA);
  return {
    Type: 'function',
    Function: compact({ Name: name, Description: description, Parameters }),
  };
}

/** One tool may be named; that some tool must be called can't be said. */
function renderChoice({ toolChoice, tools }: ChatRequest, losses: LossReport): JsonObject {
  if (!toolChoice) return {};
  if (toolChoice.kind === 'auto' || toolChoice.kind === 'none')
    return { ToolChoice: toolChoice.kind };
  const names = toolChoice.kind === 'named' ? toolChoice.names : [];
  const tool = names.length === 1 && tools.find(({ name }) => name === names[0]);
  if (tool) return { ToolChoice: 'custom', CustomTool: renderTool(tool) };
  losses.note('tool_choice');
  return { ToolChoice: 'auto' };
}

/** Results are messages of their own and stand before whatever else was said. */
function renderTurn(turn: Turn, losses: LossReport): JsonObject[] {
  const results = turn.parts.filter((part) => part.type === 'tool-result');
  const rest = turn.parts.filter((part) => part.type !== 'tool-result');
  const messages = results.map((part) => renderResult(part, losses));
  if (rest.length === 0) return messages;
  return [...messages, renderMessage(turn.role, rest, losses)];
}

function renderMessage(role: string, parts: readonly Part[], losses: LossReport): JsonObject {
  const texts: string[] = [];
  const images: JsonObject[] = [];
  const calls: JsonObject[] = [];
  for (const part of parts) {
    if (part.type === 'text' || part.type === 'refusal') texts.push(part.text);
    else if (part.type === 'image') images.push(...renderImage(part, losses));
    else if (part.type === 'tool-call') {
      const called = { Name: part.name, Arguments: part.args.trim() === '' ? '{}' : part.args };
      calls.push({ Id: part.id, Type: 'function', Function: called });
    } else if (part.type === 'file' && part.source.kind === 'text') texts.push(part.source.text);
    else losses.note(part.type === 'tool-result' ? 'unknown' : part.type);
  }
  const text = texts.join('\n');
  const contents = [...(text === '' ? [] : [{ Type: 'text', Text: text }]), ...images];
  return compact({
    Role: role,
    ...(images.length > 0 ? { Contents: contents } : { Content: text }),
    ToolCalls: calls.length > 0 ? calls : undefined,
  });
}

function renderImage(part: Extract<Part, { type: 'image' }>, losses: LossReport): JsonObject[] {
  const url = urlOfMedia(part.source);
  if (url !== undefined) return [{ Type: 'image_url', ImageUrl: { Url: url } }];
  losses.note('file_id');
  return [];
}

function renderResult(part: ToolResultPart, losses: LossReport): JsonObject {
  if (part.isError) losses.note('tool_result_error');
  const text = textOfResult(part, losses);
  return {
    Role: 'tool',
    ToolCallId: part.callId,
    Content: part.isError ? `[error]\n${text}` : text,
  };
}
