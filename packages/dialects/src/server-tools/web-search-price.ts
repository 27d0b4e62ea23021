import { recordOf, textOrNumberOf } from '../json/loose-values.ts';
import type { RequestedTool } from './billable-features.ts';

/** OpenRouter's tool, with which the model searches as often as it likes; the response reports how often. */
export const OPENROUTER_SEARCH = 'openrouter:web_search';

/**
 * Results that a search has by default, and that its price is for. Exa and Parallel bill each result. Source:
 * OpenRouter "Web Search", November 2026.
 */
const RESULTS_MAX = 5;

/**
 * Engines at the usual price. Zhipu's others cost three to five times as much (`search_pro`,
 * `search_pro_sogou`, `search_pro_quark`). Source: Zhipu "Web Search", November 2026.
 */
const USUAL_ENGINES = new Set(['', 'search_std', 'search-prime', 'search_prime']);

/** Returns a search tool; undefined if it is off. Each more expensive engine has a price of its own. */
export function describeWebSearch(
  value: Readonly<Record<string, unknown>>,
  uses: Pick<RequestedTool, 'uses'>,
): Omit<RequestedTool, 'path'> | undefined {
  const family = 'web_search';
  const { enable, search_engine: searchEngine } = recordOf(value[family]);
  if (enable === false) return undefined;
  const engine = textOrNumberOf(searchEngine);
  const hasMoreResults = exceedsResults(recordOf(value['parameters']));
  return {
    family,
    tool: family,
    ...(USUAL_ENGINES.has(engine)
      ? {}
      : { tool: `${family}_${engine.replace(/^search[-_]/, '')}`, isExact: true }),
    ...uses,
    ...(hasMoreResults ? { refused: 'parameters.max_results' } : {}),
  };
}

/** Returns whether a search may have more results than its price is for. */
export function exceedsResults({
  max_results: results = null,
}: {
  max_results?: unknown;
}): boolean {
  return results !== null && !(Number(results) <= RESULTS_MAX);
}
