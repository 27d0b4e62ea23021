import type { ChatResponse, Stop, TokenLogprob } from '../ir/response.ts';
import {
  REDACTED,
  type Citation,
  type ResponsePart,
  type Signature,
  type ThinkingPart,
  type ToolCallPart,
} from '../ir/parts.ts';
import type { RenderContext } from '../ir/render-context.ts';
import { urlOfMedia } from '../ir/data-url.ts';
import { showSignature } from '../ir/seal.ts';
import type { JsonObject } from '../json/json-object.ts';
import { renderChatUsage } from './render-usage.ts';

/**
 * An IR response as a chat completion: all texts joined, thoughts beside them. Source: OpenAI's API
 * reference, chat completion object, November 2026.
 */
export function renderChatResponse(response: ChatResponse, context: RenderContext): JsonObject {
  return {
    id: `chatcmpl-${context.id}`,
    object: 'chat.completion',
    created: context.created,
    model: context.model,
    choices: [
      {
        index: 0,
        message: renderMessage(response.parts),
        logprobs: response.logprobs ? renderLogprobs(response.logprobs) : null,
        finish_reason: renderFinish(
          response.stop,
          response.parts.some((part) => part.type === 'refusal'),
        ),
      },
    ],
    ...(response.usage ? { usage: renderChatUsage(response.usage) } : {}),
    ...(response.serviceTier === undefined ? {} : { service_tier: response.serviceTier }),
  };
}

function renderMessage(parts: readonly ResponsePart[]): JsonObject {
  let content: string | null = null;
  let refusal: string | null = null;
  const thoughts: ThinkingPart[] = [];
  const calls: JsonObject[] = [];
  const annotations: JsonObject[] = [];
  const images: JsonObject[] = [];
  for (const part of parts) {
    if (part.type === 'text') {
      content = (content ?? '') + part.text;
      for (const citation of part.citations ?? []) annotations.push(...renderAnnotation(citation));
    } else if (part.type === 'refusal') refusal = (refusal ?? '') + part.text;
    else if (part.type === 'thinking') thoughts.push(part);
    else if (part.type === 'tool-call') calls.push(renderCall(part));
    else if (part.type === 'image') images.push(renderImage(part));
  }
  return {
    role: 'assistant',
    content,
    refusal,
    ...renderThoughts(thoughts),
    ...(calls.length > 0 ? { tool_calls: calls } : {}),
    ...(images.length > 0 ? { images } : {}),
    annotations,
  };
}

/** The text under the name that most servers use, and the details with the signatures. */
function renderThoughts(thoughts: readonly ThinkingPart[]): JsonObject {
  if (thoughts.length === 0) return {};
  const text = thoughts.map((part) => part.text).join('');
  const details = thoughts.flatMap((part, index) => renderDetail(part.text, part.signature, index));
  return {
    ...(text === '' ? {} : { reasoning_content: text }),
    ...(details.length > 0 ? { reasoning_details: details } : {}),
  };
}

/** A signed thought in OpenRouter's form; nothing when there is no signature to keep. */
export function renderDetail(
  text: string,
  signature: Signature | undefined,
  index: number,
): JsonObject[] {
  const shown = signature ? showSignature(signature, 'openai-chat') : '';
  if (shown === '') return [];
  return signature?.id === REDACTED
    ? [{ type: 'reasoning.encrypted', data: shown, index }]
    : [{ type: 'reasoning.text', text, signature: shown, index }];
}

function renderCall(part: ToolCallPart): JsonObject {
  const { id } = part;
  if (part.custom) return { id, type: 'custom', custom: { name: part.name, input: part.args } };
  const args = part.args.trim() === '' ? '{}' : part.args;
  return { id, type: 'function', function: { name: part.name, arguments: args } };
}

/** The form in which aggregators hand on images that a chat model drew. */
export function renderImage(part: Extract<ResponsePart, { type: 'image' }>): JsonObject {
  return { type: 'image_url', image_url: { url: urlOfMedia(part.source) ?? '' } };
}

/** Only citations of web pages have a form here. */
export function renderAnnotation(citation: Citation): JsonObject[] {
  if (citation.url === undefined || citation.url === '') return [];
  const { url, title, start, end } = citation;
  return [
    {
      type: 'url_citation',
      url_citation: { url, title: title ?? '', start_index: start ?? 0, end_index: end ?? 0 },
    },
  ];
}

export function renderLogprobs(tokens: readonly TokenLogprob[]): JsonObject {
  return { content: renderTokens(tokens), refusal: null };
}

/** Tokens with their alternatives; the same members in both OpenAI dialects. */
export function renderTokens(tokens: readonly TokenLogprob[]): JsonObject[] {
  return tokens.map(({ token, logprob, bytes, top }) => ({
    token,
    logprob,
    bytes: bytes ?? null,
    top_logprobs: (top ?? []).map((other) => ({
      token: other.token,
      logprob: other.logprob,
      bytes: other.bytes ?? null,
    })),
  }));
}

/** The finish reason. A refusal in words ends normally, one without any is a filter. */
export function renderFinish(stop: Stop, inWords: boolean): string {
  switch (stop.reason) {
    case 'length':
    case 'context':
      return 'length';
    case 'tools':
      return 'tool_calls';
    case 'filter':
      return 'content_filter';
    case 'refusal':
      return inWords ? 'stop' : 'content_filter';
    case 'end':
    case 'sequence':
    case 'pause':
    case 'malformed':
      return 'stop';
  }
}
