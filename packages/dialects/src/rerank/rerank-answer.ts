import { countOf } from '../ir/usage.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../openai-chat/client-request.ts';
import type { RerankCall, RerankDialect } from './rerank-call.ts';
import { recordOf } from '../json/loose-values.ts';

export interface RerankAnswer {
  readonly results: readonly { readonly index: number; readonly score: number }[];
  /** Tokens read, where the provider counts tokens. */
  readonly tokens: number | undefined;
  /** Searches billed, where the provider counts those (Cohere). */
  readonly searchUnits: number | undefined;
}

/** An answer of any of the providers; undefined when it is none. */
export function parseRerankAnswer(body: JsonObject): RerankAnswer | undefined {
  if (!Array.isArray(body.results)) return undefined;
  const results = (body.results as unknown[]).filter(isRecord).map((result) => ({
    index: countOf(result.index) ?? 0,
    score: typeof result.relevance_score === 'number' ? result.relevance_score : 0,
  }));
  const meta = recordOf(body.meta);
  const usage = isRecord(body.usage) ? body.usage : recordOf(meta.tokens);
  const billed = recordOf(meta.billed_units);
  return {
    results,
    tokens: countOf(usage.total_tokens) ?? countOf(usage.input_tokens),
    searchUnits: countOf(billed.search_units),
  };
}

/** The answer for the client, with the documents if it wants them. */
export function renderRerankAnswer(
  answer: RerankAnswer,
  call: RerankCall,
  context: { readonly client: RerankDialect; readonly id: string; readonly model: string },
): JsonObject {
  const results = answer.results.map(({ index, score }) => {
    const text = call.documents[index];
    const document = call.returnDocuments && text !== undefined ? { document: { text } } : {};
    return { index, relevance_score: score, ...document };
  });
  if (context.client === 'cohere') {
    const units = answer.searchUnits ?? 1;
    return { id: context.id, results, meta: { billed_units: { search_units: units } } };
  }
  const tokens = answer.tokens ?? 0;
  return {
    model: context.model,
    object: 'list',
    usage: { total_tokens: tokens, prompt_tokens: tokens },
    results,
  };
}
