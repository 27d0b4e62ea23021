import { respondWithJson } from './respond.ts';
import { inputTokensOf } from './embeddings.ts';
import { type Endpoint, missing } from './endpoint.ts';
import type { JsonObject } from './json-object.ts';

const DOCUMENTS_A_SEARCH = 100;

type RerankBody = {
  model: string;
  query: string;
  documents: unknown[];
  top_n?: number;
  return_documents?: boolean;
};

/** Renders a provider's rerank response. */
export type RerankFormat = (
  results: readonly object[],
  tokens: number | undefined,
  body: RerankBody,
) => object;

/** Finds the query and documents of a call; for most providers they are the members of the body itself. */
type ReadBody = (body: JsonObject) => Partial<RerankBody>;

/** Creates a rerank endpoint: the last document is the most relevant, the first the least. */
export function rerankEndpoint(look: RerankFormat, read: ReadBody = (body) => body): Endpoint {
  return {
    findMistake(body) {
      const { query, documents } = read(body);
      if (typeof query !== 'string') return missing('query');
      return Array.isArray(documents) && documents.length > 0 ? undefined : missing('documents');
    },
    lastText: (body) => String(read(body).query),
    respond: (call) => {
      const body = read(call.body) as RerankBody;
      return respondWithJson(call, look(rank(body), inputTokensOf(call.script), body));
    },
  };
}

function rank({ documents, top_n, return_documents }: RerankBody): object[] {
  const ranked = documents.map((document, index) => ({
    index,
    relevance_score: (index + 1) / documents.length,
    ...(return_documents ? { document } : {}),
  }));
  return ranked.toReversed().slice(0, top_n ?? documents.length);
}

/** Jina's format, which most others copy. */
export const jinaRerank: RerankFormat = (results, tokens, { model }) => ({
  model,
  object: 'list',
  results,
  ...(tokens === undefined ? {} : { usage: { total_tokens: tokens } }),
});

/** SiliconCloud's format. */
export const siliconRerank: RerankFormat = (results, tokens) => ({
  id: 'rerank-simulated',
  results,
  ...(tokens === undefined ? {} : { meta: { tokens: { input_tokens: tokens, output_tokens: 0 } } }),
});

/** Cohere's format: searches are counted, not tokens. */
export const cohereRerank: RerankFormat = (results, tokens, { documents }) => ({
  id: 'rerank-simulated',
  results,
  meta: {
    api_version: { version: '2' },
    ...(tokens === undefined
      ? {}
      : { billed_units: { search_units: Math.ceil(documents.length / DOCUMENTS_A_SEARCH) } }),
  },
});

/** DashScope's format. */
export const dashScopeRerank: RerankFormat = (results, tokens) => ({
  output: { results },
  request_id: 'rerank-simulated',
  ...(tokens === undefined ? {} : { usage: { total_tokens: tokens } }),
});

/** The format of Workers AI: documents are identified only by their index. */
export const cloudflareRerank: RerankFormat = (results, tokens) => ({
  result: {
    response: (results as { index: number; relevance_score: number }[]).map(
      ({ index: id, relevance_score: score }) => ({ id, score }),
    ),
    ...(tokens === undefined
      ? {}
      : { usage: { prompt_tokens: tokens, completion_tokens: 0, total_tokens: tokens } }),
  },
  success: true,
  errors: [],
  messages: [],
});
