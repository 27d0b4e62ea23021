import { isRecord } from '../json/parse-json.ts';
import { recordsOf } from '../json/loose-values.ts';
import type { JsonObject } from '../json/json-object.ts';
import { mapList } from './map-list.ts';

/**
 * Removes the web searches of other providers and their citations: Anthropic only accepts results and
 * citations that it encrypted itself. Returns the same list if there are none.
 */
export function dropForeignSearches(messages: readonly unknown[]): readonly unknown[] {
  const foreign = new Set<unknown>();
  for (const block of recordsOf(messages).flatMap(({ content }) => recordsOf(content)))
    if (isForeignResult(block)) foreign.add(block.tool_use_id);
  return mapList(messages, (message) => {
    if (!isRecord(message) || !Array.isArray(message.content)) return message;
    const content = mapList(message.content, (block) => {
      if (!isRecord(block)) return block;
      if (block.type === 'web_search_tool_result')
        return foreign.has(block.tool_use_id) ? undefined : block;
      if (block.type === 'server_tool_use') return foreign.has(block.id) ? undefined : block;
      return withoutForeignCitations(block);
    });
    return content === message.content ? message : { ...message, content };
  });
}

function isForeignResult({ type, content }: JsonObject): boolean {
  return (
    type === 'web_search_tool_result' &&
    recordsOf(content).some(({ encrypted_content: encryptedContent }) => encryptedContent === '')
  );
}

function withoutForeignCitations(block: JsonObject): JsonObject {
  if (block.type !== 'text' || !Array.isArray(block.citations)) return block;
  const citations = mapList(block.citations, (citation) =>
    isRecord(citation) && citation.encrypted_index === '' ? undefined : citation,
  );
  if (citations === block.citations) return block;
  const { citations: _citations, ...text } = block;
  return citations.length === 0 ? text : { ...text, citations };
}
