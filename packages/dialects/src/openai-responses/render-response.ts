import type { ChatResponse, Stop } from '../ir/response.ts';
import type {
  ResponsePart,
  Citation,
  Media,
  Signature,
  ThinkingPart,
  ToolCallPart,
} from '../ir/parts.ts';
import type { RenderContext } from '../ir/render-context.ts';
import { encodeSignature } from '../ir/seal.ts';
import type { ChatUsage } from '../ir/usage.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { echoRequest } from './echo-request.ts';
import { splitNamespace } from './namespaces.ts';
import {
  renderAnnotation as renderChatAnnotation,
  renderTokens,
} from '../openai-chat/render-response.ts';
import { renderResponsesUsage } from './usage.ts';
import { renderSearchItem } from './web-search-item.ts';

/**
 * Renders an IR response as a response object. Source: OpenAI's API reference and SDK types, responses,
 * November 2026.
 */
export function renderResponsesResponse(
  response: ChatResponse,
  context: RenderContext,
): JsonObject {
  // Log probabilities cover all text; they are attached to the first text part.
  const firstText = response.parts.findIndex(({ type }) => type === 'text');
  const output = response.parts.flatMap((part, index) =>
    renderItem(part, index, index === firstText ? response : {}, context),
  );
  return renderResponseResource(context, {
    stop: response.stop,
    output,
    usage: response.usage,
    serviceTier: response.serviceTier,
  });
}

/** The known state of a response; without a stop it is still in progress. */
export interface ResponseState {
  readonly stop?: Stop;
  readonly output: readonly JsonObject[];
  readonly usage?: ChatUsage | undefined;
  readonly serviceTier?: string | undefined;
}

/** Renders the whole response object, for the beginning or end of a stream, or not streamed. */
export function renderResponseResource(context: RenderContext, state: ResponseState): JsonObject {
  const { stop, output, usage, serviceTier } = state;
  const reason = stop && incompleteReason(stop, output);
  const isCompleted = stop !== undefined && reason === undefined;
  return {
    id: `resp_${context.id}`,
    object: 'response',
    created_at: context.created,
    completed_at: isCompleted ? context.nowSeconds() : null,
    status: isCompleted ? 'completed' : stop ? 'incomplete' : 'in_progress',
    error: null,
    incomplete_details: reason === undefined ? null : { reason },
    model: context.model,
    output,
    usage: usage ? renderResponsesUsage(usage) : null,
    service_tier: serviceTier ?? 'default',
    ...(context.echo ?? echoRequest()),
  };
}

/** A refusal with text is a complete response, one without was cut off by a filter. */
function incompleteReason(stop: Stop, output: readonly JsonObject[]): string | undefined {
  if (stop.reason === 'length' || stop.reason === 'context') return 'max_output_tokens';
  if (stop.reason === 'filter') return 'content_filter';
  return stop.reason === 'refusal' && !output.some(isRefusal) ? 'content_filter' : undefined;
}

function isRefusal(item: JsonObject): boolean {
  const content: unknown = Array.isArray(item.content) ? item.content[0] : undefined;
  return isRecord(content) && content.type === 'refusal';
}

function renderItem(
  part: ResponsePart,
  index: number,
  { logprobs: tokens }: Pick<ChatResponse, 'logprobs'>,
  context: RenderContext,
): JsonObject[] {
  switch (part.type) {
    case 'text': {
      const logprobs = tokens ? renderTokens(tokens) : [];
      const annotations = (part.citations ?? []).flatMap(renderAnnotation);
      const content = { type: 'output_text', text: part.text, annotations, logprobs };
      return [renderMessage(messageId(context, index), content)];
    }
    case 'refusal':
      return [renderMessage(messageId(context, index), { type: 'refusal', refusal: part.text })];
    case 'thinking':
      return [renderReasoning(part, reasoningId(context, index))];
    case 'tool-call':
      return [renderCall(part, callItemId(context, index))];
    case 'image':
      return part.source.kind === 'base64'
        ? [renderImage(part.source, imageId(context, index))]
        : [];
    case 'audio':
      return part.transcript === undefined
        ? []
        : [renderMessage(messageId(context, index), textContent(part.transcript))];
    case 'web-search':
      return [renderSearchItem(part, context, index)];
    case 'file':
    case 'video':
    case 'tool-result':
      return [];
  }
}

export const messageId = (context: RenderContext, index: number) => `msg_${context.id}_${index}`;
export const reasoningId = (context: RenderContext, index: number) => `rs_${context.id}_${index}`;
export const callItemId = (context: RenderContext, index: number) => `fc_${context.id}_${index}`;
export const imageId = (context: RenderContext, index: number) => `ig_${context.id}_${index}`;

export function textContent(text: string): JsonObject {
  return { type: 'output_text', text, annotations: [], logprobs: [] };
}

export function renderMessage(id: string, content: JsonObject): JsonObject {
  return { id, type: 'message', status: 'completed', role: 'assistant', content: [content] };
}

/** Renders a reasoning item; its encrypted content is what is sent back with the conversation. */
export function renderReasoning(part: ThinkingPart, fallbackId: string): JsonObject {
  const { signature, text } = part;
  return {
    id: itemIdOf(signature) ?? fallbackId,
    type: 'reasoning',
    summary: text === '' ? [] : [{ type: 'summary_text', text }],
    ...(signature ? { encrypted_content: encodeSignature(signature, 'openai-responses') } : {}),
  };
}

function itemIdOf(signature: Signature | undefined): string | undefined {
  return signature?.by === 'openai-responses' ? signature.id : undefined;
}

export function renderCall(part: ToolCallPart, id: string): JsonObject {
  const { args } = part;
  const rest = { status: 'completed', call_id: part.id, ...splitNamespace(part.name) };
  if (part.custom) return { id, type: 'custom_tool_call', ...rest, input: args };
  const json = args.trim() === '' ? '{}' : args;
  return { id, type: 'function_call', ...rest, arguments: json };
}

/** Renders an image that the model generated; only inline bytes can be shown. */
export function renderImage(source: Media, id: string): JsonObject {
  const result = source.kind === 'base64' ? source.data : null;
  return { id, type: 'image_generation_call', status: 'completed', result };
}

/** The members of a citation are flat here. */
export function renderAnnotation(citation: Citation): JsonObject[] {
  return renderChatAnnotation(citation).map(({ type, url_citation: inner }) => ({
    type,
    ...(inner as JsonObject),
  }));
}
