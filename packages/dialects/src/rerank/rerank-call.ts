import { compact, needList, needText, readFlag, readWhole } from '../ir/read-shape.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../openai-chat/client-request.ts';

/** jina: Jina, SiliconFlow and most others; cohere: Cohere's v2. */
export type RerankDialect = 'jina' | 'cohere';

/** A call to sort documents by how well they answer a query. */
export interface RerankCall {
  readonly query: string;
  readonly documents: readonly string[];
  readonly topN?: number;
  /** The documents shall come back with their scores. */
  readonly returnDocuments: boolean;
}

/** A rerank body, documents as texts or as objects with a text. Throws ShapeError. */
export function parseRerankCall(body: JsonObject): RerankCall {
  return {
    query: needText(body.query, 'query'),
    documents: needList(body.documents, 'documents').map((item, index) =>
      isRecord(item)
        ? needText(item.text ?? item.content, `documents[${index}].text`)
        : needText(item, `documents[${index}]`),
    ),
    topN: readWhole(body.top_n ?? body.top_k, 'top_n'),
    returnDocuments: readFlag(body.return_documents, 'return_documents') ?? false,
  };
}

/** The upstream's body. Documents are put back by the gateway, so nobody sends them twice. */
export function renderRerankCall(call: RerankCall, model: string, to: RerankDialect): JsonObject {
  const { query, documents, topN } = call;
  return compact({
    model,
    query,
    documents,
    top_n: topN,
    return_documents: to === 'jina' ? false : undefined,
  });
}
