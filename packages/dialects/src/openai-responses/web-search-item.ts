import type { WebSearchPart } from '../ir/parts.ts';
import type { RenderContext } from '../ir/render-context.ts';
import { recordOf, recordsOf, textOf } from '../json/loose-values.ts';
import type { JsonObject } from '../json/json-object.ts';

/** The `include` value that makes a response list the pages found. */
export const SEARCH_SOURCES = 'web_search_call.action.sources';

/** Reads a web search; undefined for items that open or read a page. */
export function readSearchItem(item: JsonObject): WebSearchPart | undefined {
  const action = recordOf(item.action);
  if (item.type !== 'web_search_call' || (action.type ?? 'search') !== 'search') return undefined;
  const queries: unknown[] = Array.isArray(action.queries) ? action.queries : [action.query];
  return {
    type: 'web-search',
    id: textOf(item.id),
    queries: queries.filter((query): query is string => typeof query === 'string'),
    results: recordsOf(action.sources).flatMap(({ url, title }) =>
      typeof url === 'string' ? [{ url, title: textOf(title) }] : [],
    ),
    ...(item.status === 'failed' ? { error: 'unavailable' } : {}),
  };
}

/** OpenAI's own ids; streams write them between quotes. */
const SEARCH_CALL_ID = /^ws_[\w-]{1,200}$/;

/**
 * Renders a search as OpenAI's clients read it. Source: OpenAI's SDK types, ResponseFunctionWebSearch,
 * November 2026.
 */
export function renderSearchItem(
  { id, queries, results, error }: WebSearchPart,
  context: RenderContext,
  index: number,
): JsonObject {
  return {
    id: SEARCH_CALL_ID.test(id) ? id : `ws_${context.id}_${index}`,
    type: 'web_search_call',
    status: error === undefined ? 'completed' : 'failed',
    action: {
      type: 'search',
      query: queries.join('; '),
      queries,
      sources: results.map(({ url }) => ({ type: 'url', url })),
    },
  };
}
