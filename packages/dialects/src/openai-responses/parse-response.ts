import type { ChatResponse, Stop, TokenLogprob } from '../ir/response.ts';
import type { ResponsePart, Part, ThinkingPart } from '../ir/parts.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { readAnnotations, readTokens } from '../openai-chat/parse-response.ts';
import { readUpstreamUsage } from '../openai-chat/usage.ts';
import { readGeneratedImage } from './read-generated-image.ts';
import { readSearchItem } from './web-search-item.ts';
import { recordOf, textOf } from '../json/loose-values.ts';

/** Parses a response object into an IR response; undefined if it has no readable output. */
export function parseResponsesResponse(body: JsonObject): ChatResponse | undefined {
  if (!Array.isArray(body.output)) return undefined;
  const items = (body.output as unknown[]).filter(isRecord);
  const parts = items.flatMap(readItem);
  const logprobs = items.flatMap(readItemLogprobs);
  return {
    id: textOf(body.id),
    model: textOf(body.model),
    parts,
    stop: readStatus(
      body,
      parts.some((part) => part.type === 'tool-call'),
      parts.some((part) => part.type === 'refusal'),
    ),
    usage: readUpstreamUsage(body.usage),
    ...(logprobs.length > 0 ? { logprobs } : {}),
    serviceTier: readTier(body),
  };
}

/** Returns the service tier that served a response. */
export function readTier({ service_tier: tier }: JsonObject): string | undefined {
  return typeof tier === 'string' ? tier : undefined;
}

function readItem(item: JsonObject): ResponsePart[] {
  switch (item.type) {
    case 'message':
      return contentOf(item).flatMap(readContent);
    case 'function_call':
      return [
        {
          type: 'tool-call',
          id: textOf(item.call_id),
          name: textOf(item.name),
          args: textOf(item.arguments),
        },
      ];
    case 'custom_tool_call':
      return [
        {
          type: 'tool-call',
          id: textOf(item.call_id),
          name: textOf(item.name),
          args: textOf(item.input),
          custom: true,
        },
      ];
    case 'reasoning':
      return [readReasoning(item)];
    case 'web_search_call': {
      const search = readSearchItem(item);
      return search ? [search] : [];
    }
    case 'image_generation_call':
      return [readGeneratedImage(item)].filter((part) => part !== undefined);
    default:
      return [];
  }
}

function contentOf(item: JsonObject): JsonObject[] {
  return Array.isArray(item.content) ? (item.content as unknown[]).filter(isRecord) : [];
}

function readContent(part: JsonObject): Part[] {
  if (part.type === 'refusal') return [{ type: 'refusal', text: textOf(part.refusal) }];
  if (part.type !== 'output_text') return [];
  const citations = readAnnotations(part.annotations);
  return [
    { type: 'text', text: textOf(part.text), ...(citations.length > 0 ? { citations } : {}) },
  ];
}

/** Reads a reasoning item; without encrypted content it can't be sent back. */
export function readReasoning(item: JsonObject): ThinkingPart {
  const lists: unknown[] = [item.summary, item.content];
  const texts = lists
    .flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []))
    .flatMap((part) => (isRecord(part) && typeof part.text === 'string' ? [part.text] : []));
  const value = item.encrypted_content;
  const id = textOf(item.id);
  return {
    type: 'thinking',
    text: texts.join('\n\n'),
    ...(typeof value === 'string' && value !== ''
      ? { signature: { by: 'openai-responses' as const, value, ...(id === '' ? {} : { id }) } }
      : {}),
  };
}

function readItemLogprobs(item: JsonObject): readonly TokenLogprob[] {
  if (item.type !== 'message') return [];
  return contentOf(item).flatMap((part) =>
    Array.isArray(part.logprobs) ? readTokens(part.logprobs as unknown[]) : [],
  );
}

/** Returns why the model stopped, from the status, and from the reason if it is incomplete. */
export function readStatus(response: JsonObject, hasCalls: boolean, refused: boolean): Stop {
  const details = recordOf(response.incomplete_details);
  if (response.status === 'incomplete') {
    return { reason: details.reason === 'content_filter' ? 'filter' : 'length' };
  }
  if (hasCalls) return { reason: 'tools' };
  return { reason: refused ? 'refusal' : 'end' };
}
