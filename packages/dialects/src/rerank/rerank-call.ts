import { estimateTextCentitokens } from '../token-estimator/estimate-text.ts';
import { estimateEachCentitokens } from '../token-estimator/estimate-texts.ts';
import type { WireFormat } from '../ir/dialect.ts';
import { compact, requireList, requireText, readFlag, readWhole } from '../ir/read-shape.ts';
import { isRecord } from '../json/parse-json.ts';
import type { JsonObject } from '../json/json-object.ts';

/** Providers' own formats; Jina's, which most others copy, passes unchanged. */
const CONVERTED_FORMATS = ['cloudflare-rerank', 'cohere-rerank', 'dashscope-rerank'] as const;
export type ConvertedRerankFormat = (typeof CONVERTED_FORMATS)[number];

/** Returns whether reranks must be converted to a format. */
export function isConvertedRerank(format: WireFormat): format is ConvertedRerankFormat {
  return CONVERTED_FORMATS.includes(format as ConvertedRerankFormat);
}

/** A call to sort documents by relevance to a query. */
export interface RerankCall {
  readonly query: string;
  readonly documents: readonly string[];
  readonly topN?: number;
  /** Return the documents with their scores. */
  readonly returnDocuments: boolean;
}

/** Parses a rerank body, with documents as strings or as objects with a text. Throws ShapeError. */
export function parseRerankCall(body: JsonObject): RerankCall {
  return {
    query: requireText(body.query, 'query'),
    documents: requireList(body.documents, 'documents').map((item, index) =>
      isRecord(item)
        ? requireText(item.text ?? item.content, `documents[${index}].text`)
        : requireText(item, `documents[${index}]`),
    ),
    topN: readWhole(body.top_n ?? body.top_k, 'top_n'),
    returnDocuments: readFlag(body.return_documents, 'return_documents') ?? false,
  };
}

/**
 * Renders the upstream's body. The gateway adds the documents to the response, so that nobody sends them
 * twice.
 */
export function renderRerankCall(
  call: RerankCall,
  model: string,
  to: ConvertedRerankFormat,
): JsonObject {
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

/** Cohere bills one search per this many documents, and counts a long document as several. */
const DOCUMENTS_A_SEARCH = 100;
const TOKENS_A_DOCUMENT = 500;

/**
 * Estimates the cost of a call: centitokens, where each document is read together with the query, and
 * searches.
 */
export function estimateRerank({ query, documents }: RerankCall): {
  readonly centitokens: number;
  readonly searches: number;
} {
  const ofQuery = estimateTextCentitokens(query);
  let centitokens = 0;
  let counted = 0;
  for (const ofDocument of estimateEachCentitokens(documents)) {
    const both = ofQuery + ofDocument;
    centitokens += both;
    counted += Math.max(1, Math.ceil(both / 100 / TOKENS_A_DOCUMENT));
  }
  return { centitokens, searches: Math.max(1, Math.ceil(counted / DOCUMENTS_A_SEARCH)) };
}

/** Most tokens that separate query and document when read together. */
const BETWEEN_TOKENS = 8;

/**
 * Returns the upper bound of the cost of a call: a byte is at most one token. Some upstreams read all members
 * of a document as sent, not only its text.
 */
export function boundRerank(
  { query, documents }: RerankCall,
  sent: unknown,
): {
  readonly tokens: number;
  readonly searches: number;
} {
  const ofQuery = bytesOf(query) + BETWEEN_TOKENS;
  let tokens = 0;
  let counted = 0;
  const items: readonly unknown[] = Array.isArray(sent) ? sent : [];
  for (const [index, text] of documents.entries()) {
    const item = items[index];
    const both = ofQuery + bytesOf(isRecord(item) ? JSON.stringify(item) : text);
    tokens += both;
    counted += Math.ceil(both / TOKENS_A_DOCUMENT);
  }
  return { tokens, searches: Math.max(1, Math.ceil(counted / DOCUMENTS_A_SEARCH)) };
}

/** Upper bound of a text's bytes; counting them takes longer. */
const bytesOf = (text: string) => text.length * 3;
