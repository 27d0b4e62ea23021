import type { Signature, WebSearchPart, WebSearchResult } from '../ir/parts.ts';
import { isRecord } from '../json/parse-json.ts';
import { recordOf, recordsOf, textOf } from '../json/loose-values.ts';
import type { JsonObject } from '../json/json-object.ts';

const NAME = 'web_search';
const CALLER = { type: 'direct' } as const;
const FAILED = 'unavailable';

/** Returns whether a block requests a web search. */
export function isSearchUse({ type, name }: JsonObject): boolean {
  return type === 'server_tool_use' && name === NAME;
}

/** Reads a search from the input of its `server_tool_use` and its `web_search_tool_result`. */
export function readSearchBlocks(input: unknown, result: JsonObject): WebSearchPart {
  const { content } = result;
  const query = textOf(recordOf(input).query);
  const error = isRecord(content) ? textOf(content.error_code) || FAILED : undefined;
  return {
    type: 'web-search',
    id: textOf(result.tool_use_id),
    queries: query === '' ? [] : [query],
    results: recordsOf(content).map(readResult),
    ...(error === undefined ? {} : { error }),
  };
}

function readResult({ url, title, page_age: age, encrypted_content }: JsonObject): WebSearchResult {
  const value = textOf(encrypted_content);
  const sealed: Signature | undefined =
    value === '' ? undefined : { by: 'anthropic-messages', value };
  return {
    url: textOf(url),
    title: textOf(title),
    ...(typeof age === 'string' ? { age } : {}),
    ...(sealed ? { sealed } : {}),
  };
}

/**
 * Renders a search as the two blocks that Anthropic's clients read. Results of another provider have no
 * encrypted content; such blocks are removed in the next turn (`history/clean-messages.ts`). Source:
 * Anthropic's SDK types, ServerToolUseBlock and WebSearchToolResultBlock, November 2026.
 */
export function renderSearchBlocks(
  part: WebSearchPart,
  fallbackId: string,
): [JsonObject, JsonObject] {
  const id = part.id.startsWith('srvtoolu_')
    ? part.id
    : `srvtoolu_${fallbackId.replaceAll('-', '')}`;
  const content =
    part.error === undefined
      ? part.results.map(renderResult)
      : { type: 'web_search_tool_result_error', error_code: part.error };
  return [
    {
      type: 'server_tool_use',
      id,
      name: NAME,
      input: { query: part.queries.join('; ') },
      caller: CALLER,
    },
    { type: 'web_search_tool_result', tool_use_id: id, content, caller: CALLER },
  ];
}

function renderResult({ url, title, age, sealed }: WebSearchResult): JsonObject {
  return {
    type: 'web_search_result',
    url,
    title: title || url,
    encrypted_content: sealed?.by === 'anthropic-messages' ? sealed.value : '',
    page_age: age ?? null,
  };
}

/** Returns the usage members for searches; none without searches. */
export function renderSearchUsage(searches: number): JsonObject {
  return searches === 0
    ? {}
    : { server_tool_use: { web_search_requests: searches, web_fetch_requests: 0 } };
}
