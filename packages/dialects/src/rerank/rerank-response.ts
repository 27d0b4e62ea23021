import { countOf } from '../ir/usage.ts';
import { numberOf, recordOf, recordsOf } from '../json/loose-values.ts';
import type { JsonObject } from '../json/json-object.ts';
import type { RerankCall } from './rerank-call.ts';

export interface RerankResponse {
  readonly results: readonly { readonly index: number; readonly score: number }[];
  /** Tokens read, if the provider counts tokens. */
  readonly tokens: number | undefined;
  /** Searches billed, if the provider counts those (Cohere); SiliconCloud reports 0. */
  readonly searchUnits: number | undefined;
}

/** Parses any provider's response; undefined for anything else. */
export function parseRerankResponse(body: JsonObject): RerankResponse | undefined {
  const { response, usage: ofCloudflare } = recordOf(body.result);
  const list = body.results ?? recordOf(body.output).results ?? response;
  if (!Array.isArray(list)) return undefined;
  const results = recordsOf(list).map(({ index, id, relevance_score: relevance, score }) => ({
    index: countOf(index ?? id) ?? 0,
    score: numberOf(relevance ?? score),
  }));
  const meta = recordOf(body.meta);
  const usage = recordOf(body.usage ?? ofCloudflare ?? meta.tokens);
  const billed = recordOf(meta.billed_units);
  return {
    results,
    tokens: countOf(usage.total_tokens) ?? countOf(usage.input_tokens),
    searchUnits: countOf(billed.search_units) || undefined,
  };
}

/**
 * Renders the response for the client, with the documents if requested: in Jina's format, plus the members
 * that Cohere's clients read.
 */
export function renderRerankResponse(
  response: RerankResponse,
  call: RerankCall,
  context: { readonly id: string; readonly model: string },
): JsonObject {
  const { tokens, searchUnits } = response;
  const results = response.results.map(({ index, score }) => {
    const text = call.documents[index];
    const document = call.returnDocuments && text !== undefined ? { document: { text } } : {};
    return { index, relevance_score: score, ...document };
  });
  return {
    id: context.id,
    object: 'list',
    model: context.model,
    results,
    ...(tokens === undefined ? {} : { usage: { total_tokens: tokens, prompt_tokens: tokens } }),
    ...(searchUnits === undefined ? {} : { meta: { billed_units: { search_units: searchUnits } } }),
  };
}
