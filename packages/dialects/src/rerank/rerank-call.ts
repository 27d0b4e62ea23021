import { estimateTextCentitokens } from '../token-estimator/estimate-text.ts';
import { estimateEachCentitokens } from '../token-estimator/estimate-texts.ts';
import type { WireFormat } from '../ir/dialect.ts';
import { compact, needList, needText, readFlag, readWhole } from '../ir/read-shape.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';

/** Forms of their own; Jina's, which most others copy, passes as it is. */
const OWN_FORMS = ['cloudflare-rerank', 'cohere-rerank', 'dashscope-rerank'] as const;
export type RerankForm = (typeof OWN_FORMS)[number];

/** Whether reranks must be rewritten for it. */
export function isOwnRerank(format: WireFormat): format is RerankForm {
  return OWN_FORMS.includes(format as RerankForm);
}

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
export function renderRerankCall(call: RerankCall, model: string, to: RerankForm): JsonObject {
  const { query, documents, topN } = call;
  switch (to) {
    case 'cohere-rerank':
      return compact({ model, query, documents, top_n: topN });
    case 'dashscope-rerank': {
      const parameters = compact({ top_n: topN, return_documents: false });
      return { model, input: { query, documents }, parameters };
    }
    case 'cloudflare-rerank': {
      // The model is in the path.
      const contexts = documents.map((text) => ({ text }));
      return compact({ query, contexts, top_k: topN });
    }
  }
}

/** Cohere bills a search for so many documents, and counts a long document as several. */
const DOCUMENTS_A_SEARCH = 100;
const TOKENS_A_DOCUMENT = 500;

/** What a call is likely to cost: tokens, where each document is read together with the query, and searches. */
export function estimateRerank({ query, documents }: RerankCall): {
  readonly weight: number;
  readonly searches: number;
} {
  const ofQuery = estimateTextCentitokens(query);
  let weight = 0;
  let counted = 0;
  for (const ofDocument of estimateEachCentitokens(documents)) {
    const both = ofQuery + ofDocument;
    weight += both;
    counted += Math.max(1, Math.ceil(both / 100 / TOKENS_A_DOCUMENT));
  }
  return { weight, searches: Math.max(1, Math.ceil(counted / DOCUMENTS_A_SEARCH)) };
}

/** What separates query and document where both are read together. */
const BETWEEN_TOKENS = 8;

/** The most that a call can cost: a byte is one token at most. */
export function boundRerank({ query, documents }: RerankCall): {
  readonly tokens: number;
  readonly searches: number;
} {
  const ofQuery = bytesOf(query) + BETWEEN_TOKENS;
  let tokens = 0;
  let counted = 0;
  for (const document of documents) {
    const both = ofQuery + bytesOf(document);
    tokens += both;
    counted += Math.ceil(both / TOKENS_A_DOCUMENT);
  }
  return { tokens, searches: Math.max(1, Math.ceil(counted / DOCUMENTS_A_SEARCH)) };
}

/** No text has more bytes than this; to count them takes longer. */
const bytesOf = (text: string) => text.length * 3;
