import type { ChatResponse } from '../ir/response.ts';
import { type ResponsePart, type Citation, type Part, REDACTED } from '../ir/parts.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';
import { isSearchUse, readSearchBlocks } from './web-search-blocks.ts';
import { readStopReason } from './stop-reason.ts';
import { readMessagesUsage } from './usage.ts';
import { textOf } from '../json/loose-values.ts';

/** Parses a message into an IR response; undefined if it has no readable content. */
export function parseMessagesResponse(body: JsonObject): ChatResponse | undefined {
  if (!Array.isArray(body.content)) return undefined;
  const parts: ResponsePart[] = [];
  const searches = new Map<unknown, unknown>();
  for (const block of (body.content as unknown[]).filter(isRecord)) {
    if (isSearchUse(block)) searches.set(block.id, block.input);
    const isResult = block.type === 'web_search_tool_result';
    const part = isResult
      ? readSearchBlocks(searches.get(block.tool_use_id), block)
      : parseBlock(block);
    // A second result would repeat a query of any length.
    if (isResult) searches.delete(block.tool_use_id);
    if (part) parts.push(part);
  }
  return {
    id: textOf(body.id),
    model: textOf(body.model),
    parts,
    stop: readStopReason(body.stop_reason, body.stop_sequence),
    usage: readMessagesUsage(body.usage),
  };
}

/** Blocks of other provider-run tools have no equivalent in other dialects and are dropped. */
function parseBlock(block: JsonObject): Part | undefined {
  switch (block.type) {
    case 'text': {
      const citations = Array.isArray(block.citations)
        ? (block.citations as unknown[]).filter(isRecord).map(readCitation)
        : [];
      const cited = citations.length > 0 ? { citations } : {};
      return { type: 'text', text: textOf(block.text), ...cited };
    }
    case 'tool_use':
      return {
        type: 'tool-call',
        id: textOf(block.id),
        name: textOf(block.name),
        args: JSON.stringify(block.input ?? {}),
      };
    case 'thinking': {
      const signature = { by: 'anthropic-messages' as const, value: textOf(block.signature) };
      const text = textOf(block.thinking);
      return text === '' && signature.value === ''
        ? undefined
        : { type: 'thinking', text, signature };
    }
    case 'redacted_thinking':
      return {
        type: 'thinking',
        text: '',
        signature: { by: 'anthropic-messages', value: textOf(block.data), id: REDACTED },
      };
    default:
      return undefined;
  }
}

/** Reads a citation of a web page or a document. */
export function readCitation(citation: JsonObject): Citation {
  return {
    url: optional(citation.url) ?? optional(citation.source),
    title: optional(citation.title) ?? optional(citation.document_title),
    text: optional(citation.cited_text),
  };
}

function optional(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
