import type { Citation } from '../ir/parts.ts';
import { recordOf } from '../json/loose-values.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';

/**
 * Returns the web search sources that vendors list next to the choices instead of in the text: Perplexity
 * (search_results), Zhipu (web_search), Hunyuan and Qwen (search_info), xAI (citations, plain URLs). Empty
 * for all others.
 */
export function readSources(body: JsonObject): readonly Citation[] {
  const { search_results: searchResults, web_search: web, search_info: info, citations } = body;
  const list = searchResults ?? web ?? recordOf(info).search_results ?? citations;
  if (!Array.isArray(list)) return [];
  return (list as unknown[]).flatMap((source) => {
    if (typeof source === 'string') return [{ url: source }];
    if (!isRecord(source)) return [];
    const { url = source.link, title } = source;
    if (typeof url !== 'string' || url === '') return [];
    return [typeof title === 'string' && title !== '' ? { url, title } : { url }];
  });
}
