import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { openRerank, readRerankResponse, type RerankOptions } from './open-rerank.ts';
import { estimateRerank, parseRerankCall } from './rerank-call.ts';

const encode = (value: unknown) => encodeText(JSON.stringify(value));
const open = (body: unknown, options: Partial<RerankOptions> = {}) =>
  openRerank({
    to: 'cohere-rerank',
    bytes: encode(body),
    upstreamModel: 'real',
    id: 'r1',
    ...options,
  });
const CALL = {
  model: 'm',
  query: 'q',
  documents: ['a', { text: 'b' }],
  top_n: 1,
  return_documents: true,
};

describe('rerank', () => {
  it('returns its documents to a client of a Cohere upstream and reports the number of searches', () => {
    const opened = open(CALL);
    if (!opened.ok) throw new Error(opened.fault.message);
    expect(JSON.parse(decodeText(opened.body))).toEqual({
      model: 'real',
      query: 'q',
      documents: ['a', 'b'],
      top_n: 1,
    });
    const result = opened.readResponse(
      encode({
        id: 'x',
        results: [{ index: 1, relevance_score: 0.9 }],
        meta: { billed_units: { search_units: 2 } },
      }),
    );
    if (!result.ok) throw new Error(result.fault.excerpt);
    expect(result).toMatchObject({ tokens: undefined, searchUnits: 2 });
    expect(JSON.parse(decodeText(result.body))).toEqual({
      id: 'r1',
      object: 'list',
      model: 'm',
      results: [{ index: 1, relevance_score: 0.9, document: { text: 'b' } }],
      meta: { billed_units: { search_units: 2 } },
    });
  });

  it('wraps a call for DashScope and reads its wrapped response', () => {
    const opened = open(CALL, { to: 'dashscope-rerank' });
    expect(opened.ok && JSON.parse(decodeText(opened.body))).toEqual({
      model: 'real',
      input: { query: 'q', documents: ['a', 'b'] },
      parameters: { top_n: 1, return_documents: false },
    });
    const response = {
      output: { results: [{ index: 0, relevance_score: 0.5 }] },
      usage: { total_tokens: 79 },
      request_id: 'x',
    };
    const result = opened.ok && opened.readResponse(encode(response));
    expect(result).toMatchObject({ ok: true, tokens: 79 });
  });

  it.each([
    [{ results: [], usage: { total_tokens: 7 } }, 7],
    [{ results: [], meta: { tokens: { input_tokens: 5 } } }, 5],
  ])('reads the token counts of Jina and SiliconFlow: %j', (response, tokens) => {
    expect(readRerankResponse(encode(response))).toMatchObject({ ok: true, tokens });
  });

  it('identifies malformed members, and treats an error in a success as a fault', () => {
    expect(open({ ...CALL, documents: ['a', 5] })).toMatchObject({
      fault: { param: 'documents[1]' },
    });
    expect(open({ ...CALL, query: undefined })).toMatchObject({ fault: { param: 'query' } });
    const opened = open(CALL);
    expect(opened.ok && opened.readResponse(encode({ message: 'no', code: 30001 }))).toMatchObject({
      ok: false,
    });
  });

  it('is estimated from the query with each document, and from searches of 100 documents of 500 tokens', () => {
    const estimate = (documents: readonly string[], query = 'what is it') =>
      estimateRerank(parseRerankCall({ query, documents }));
    const one = estimate(['a b c']);
    expect(estimate(['a b c', 'a b c']).centitokens).toBe(2 * one.centitokens);
    expect(estimate(Array<string>(100).fill('a')).searches).toBe(1);
    expect(estimate(Array<string>(101).fill('a')).searches).toBe(2);
    expect(estimate(Array<string>(100).fill('word '.repeat(600))).searches).toBe(2);
  });
});
