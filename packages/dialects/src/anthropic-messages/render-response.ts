import type { ChatResponse } from '../ir/response.ts';
import { REDACTED, type Citation, type Part, type ThinkingPart } from '../ir/parts.ts';
import type { RenderContext } from '../ir/render-context.ts';
import { encodeSignature } from '../ir/seal.ts';
import type { JsonObject } from '../json/json-object.ts';
import { ParseBudget } from '../json/parse-budget.ts';
import { inputOf } from './render-blocks.ts';
import { renderStopReason } from './stop-reason.ts';
import { renderSearchBlocks, renderSearchUsage } from './web-search-blocks.ts';
import { renderMessagesUsage } from './usage.ts';

/**
 * Renders an IR response as a message. Source: Anthropic's API reference and SDK types, messages, November
 * 2026.
 */
export function renderMessagesResponse(response: ChatResponse, context: RenderContext): JsonObject {
  const searches = response.parts.filter(({ type }) => type === 'web-search').length;
  const budget = new ParseBudget();
  return {
    ...renderMessageHead(context),
    content: response.parts.flatMap((part, index) =>
      part.type === 'web-search'
        ? renderSearchBlocks(part, `${context.id}_${index}`)
        : renderResponsePart(part, budget),
    ),
    ...renderStopReason(response.stop),
    stop_details: null,
    usage: { ...renderMessagesUsage(response.usage), ...renderSearchUsage(searches) },
  };
}

/** Returns the members that every message starts with, streamed or not. */
export function renderMessageHead(context: RenderContext): JsonObject {
  return {
    id: `msg_${context.id}`,
    type: 'message',
    role: 'assistant',
    model: context.model,
    container: null,
  };
}

function renderResponsePart(part: Part, budget: ParseBudget): JsonObject[] {
  switch (part.type) {
    case 'text':
      return [{ type: 'text', text: part.text, citations: renderCitations(part.citations) }];
    case 'refusal':
      return [{ type: 'text', text: part.text, citations: null }];
    case 'thinking':
      return [renderThought(part)];
    case 'tool-call':
      return [
        {
          type: 'tool_use',
          id: part.id,
          name: part.name,
          input: part.custom ? { input: part.args } : inputOf(part.args, budget),
        },
      ];
    case 'image':
    case 'file':
    case 'audio':
    case 'video':
    case 'tool-result':
      return part.type === 'audio' && part.transcript !== undefined
        ? [{ type: 'text', text: part.transcript, citations: null }]
        : [];
  }
}

/** Renders a thought; one hidden entirely by its provider is redacted. */
export function renderThought(part: ThinkingPart): JsonObject {
  const { signature, text } = part;
  const signatureText = signature ? encodeSignature(signature, 'anthropic-messages') : '';
  if (signature?.id === REDACTED) return { type: 'redacted_thinking', data: signatureText };
  return { type: 'thinking', thinking: text, signature: signatureText };
}

function renderCitations(citations: readonly Citation[] | undefined): JsonObject[] | null {
  const rendered = (citations ?? []).map(renderCitation);
  return rendered.length > 0 ? rendered : null;
}

/** Citations from other dialects refer to web pages. */
export function renderCitation(citation: Citation): JsonObject {
  return {
    type: 'web_search_result_location',
    url: citation.url ?? '',
    title: citation.title ?? null,
    cited_text: citation.text ?? '',
    encrypted_index: '',
  };
}
