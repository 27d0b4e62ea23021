import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openEmbeddings } from '../embeddings/open-embeddings.ts';
import { type Dialect, DIALECTS, type UpstreamFormat } from '../ir/dialect.ts';
import { concatBytes } from '../json/concat-bytes.ts';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { openRerank } from '../rerank/open-rerank.ts';
import { mutate, mutationPath, strange } from '../testing/garble.ts';
import { translationOf } from '../testing/translate-call.ts';
import { UPSTREAM_CODECS } from './codec.ts';

const root = new URL('../../translations/fixtures/', import.meta.url);
/** Set `RUNS=20000` for a longer search. */
const RUNS = Number(process.env.RUNS ?? 300);
const FORMATS = [...Object.keys(UPSTREAM_CODECS), ...DIALECTS] as UpstreamFormat[];
const files = FORMATS.flatMap((format) =>
  readdirSync(new URL(`${format}/`, root)).map((name) => [format, name] as const),
);
const responses = files.filter(([format, name]) =>
  existsSync(new URL(`${format}/${name}/answer.json`, root)),
);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const ASKING = {
  'openai-chat': { messages: [{ role: 'user', content: 'Hi' }] },
  'openai-responses': { input: 'Hi' },
  'anthropic-messages': { max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] },
  'gemini-generate': { contents: [{ role: 'user', parts: [{ text: 'Hi' }] }] },
};
const caller = fc.constantFrom(...DIALECTS);
let from: Dialect = 'anthropic-messages';

const open = (format: UpstreamFormat, maxEventBytes?: number) =>
  translationOf({
    from,
    to: format,
    body: { model: 'm', ...ASKING[from] },
    ...(maxEventBytes === undefined ? {} : { maxEventBytes }),
  });

/** Rewritten events must be JSON, whatever was received. */
function expectEvents(bytes: Uint8Array): void {
  for (const [, data = ''] of decodeText(bytes).matchAll(/^data: ?(.*)$/gm))
    if (data !== '[DONE]') expect(() => JSON.parse(data) as unknown, data).not.toThrow();
}

describe('a garbled response', () => {
  it('yields a body or a fault if not streamed, and never throws', () => {
    fc.assert(
      fc.property(
        caller,
        fc.constantFrom(...responses),
        mutationPath,
        strange,
        (by, [format, name], path, put) => {
          from = by;
          const response: unknown = JSON.parse(read(`${format}/${name}/answer.json`));
          const bytes = encodeText(JSON.stringify(mutate(response, path, put)));
          for (const result of [
            open(format).readResponse(bytes),
            open(format).readResponseAsStream(bytes),
          ])
            expect(result.ok ? result.body.length : result.fault.http).toBeGreaterThan(0);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('is read to its end if streamed, and never throws', () => {
    fc.assert(
      fc.property(
        caller,
        fc.constantFrom(...files),
        mutationPath,
        strange,
        (by, [format, name], path, put) => {
          from = by;
          const lines = read(`${format}/${name}/stream.txt`).split('\n');
          const at = (path[11] ?? 0) % lines.length;
          const [, head = '', json = ''] = /^(data: ?)?(\{.*)?$/.exec(lines[at] ?? '') ?? [];
          const data: unknown = json.endsWith('}') ? JSON.parse(json) : json;
          lines[at] = head + JSON.stringify(mutate(data, path, put));
          const bytes = encodeText(lines.join('\n'));
          const stream = open(format).openStream();
          const out = [...stream.push(bytes)].map((output) => output.slice());
          const end = stream.end();
          if (from !== format) expectEvents(concatBytes([...out, end.tail]));
          expect(end.complete && end.fault !== undefined).toBe(false);
          const response = open(format).readStreamAsResponse(bytes);
          expect(response.ok).toBe(end.complete);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('gives up on what never ends instead of buffering it', () => {
    for (const format of FORMATS) {
      const stream = open(format, 100_000).openStream();
      const chunk = encodeText('{"x":"'.padEnd(60_000, 'x'));
      for (let count = 0; count < 5; count++) stream.push(chunk);
      expect(stream.fault?.kind).toBe('bad-response');
    }
  });
});

const VECTORS = {
  'openai-chat': {
    data: [{ index: 0, embedding: [0.5] }],
    usage: { prompt_tokens: 1, total_tokens: 1 },
  },
  'gemini-embeddings': { embeddings: [{ values: [0.5] }], usageMetadata: { promptTokenCount: 1 } },
  'cohere-embeddings': {
    embeddings: { float: [[0.5]] },
    meta: { billed_units: { input_tokens: 1 } },
  },
  'jina-embeddings': { data: [{ index: 0, embedding: 'AAAAPw==' }], usage: { total_tokens: 1 } },
  'ollama-embeddings': { embeddings: [[0.5]], prompt_eval_count: 1 },
};

const EMBEDDINGS = Object.keys(VECTORS) as (keyof typeof VECTORS)[];

describe('garbled calls other than chat', () => {
  const client = fc.constantFrom('openai', 'gemini');
  const ASKED = {
    openai: { model: 'm', input: ['a', 'b'], dimensions: 2, encoding_format: 'base64' },
    gemini: { requests: [{ content: { parts: [{ text: 'a' }] }, taskType: 'CLUSTERING' }] },
  };

  it('for embeddings yield a response or a fault, and never throw', () => {
    const upstream = fc.constantFrom(...EMBEDDINGS);
    fc.assert(
      fc.property(
        client,
        upstream,
        mutationPath,
        mutationPath,
        strange,
        (from, to, path, other, put) => {
          const bytes = encodeText(JSON.stringify(mutate(ASKED[from], path, put)) ?? '');
          openEmbeddings({ from, to, bytes, model: 'm', upstreamModel: 'u' });
          const intact = encodeText(JSON.stringify(ASKED[from]));
          const opened = openEmbeddings({
            from,
            to,
            bytes: intact,
            model: 'm',
            upstreamModel: 'u',
          });
          if (!opened.ok) throw new Error(opened.fault.message);
          const response = JSON.stringify(mutate(VECTORS[to], other, put)) ?? '';
          const result = opened.readResponse(encodeText(response));
          expect(result.ok ? result.body.length : result.fault.http).toBeGreaterThan(0);
        },
      ),
      { numRuns: RUNS * 3 },
    );
  });

  it('for rerank yield a response or a fault, and never throw', () => {
    const request = { model: 'm', query: 'q', documents: ['a', { text: 'b' }], top_n: 1 };
    const upstreamResponse = {
      results: [{ index: 0, relevance_score: 1 }],
      usage: { total_tokens: 1 },
    };
    const upstream = fc.constantFrom('cloudflare-rerank', 'cohere-rerank', 'dashscope-rerank');
    fc.assert(
      fc.property(upstream, mutationPath, strange, (to, path, put) => {
        const bytes = encodeText(JSON.stringify(mutate(request, path, put)) ?? '');
        openRerank({ to, bytes, upstreamModel: 'u', id: 'r' });
        const intact = encodeText(JSON.stringify(request));
        const opened = openRerank({ to, bytes: intact, upstreamModel: 'u', id: 'r' });
        if (!opened.ok) throw new Error(opened.fault.message);
        const response = encodeText(JSON.stringify(mutate(upstreamResponse, path, put)) ?? '');
        const result = opened.readResponse(response);
        expect(result.ok ? result.body.length : result.fault.http).toBeGreaterThan(0);
      }),
      { numRuns: RUNS },
    );
  });

  it('with extreme nesting never throw, and are a fault if the nesting has to be read', () => {
    const deep = '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000);
    for (const to of EMBEDDINGS) {
      const bytes = encodeText(`{"model":"m","input":["a"],"odd":${deep}}`);
      expect(() =>
        openEmbeddings({ from: 'openai', to, bytes, model: 'm', upstreamModel: 'u' }),
      ).not.toThrow();
    }
    const requests = encodeText(
      `{"requests":[{"content":{"parts":[{"text":"a"}]},"odd":${deep}}]}`,
    );
    const opened = openEmbeddings({
      from: 'gemini',
      to: 'gemini-embeddings',
      bytes: requests,
      model: 'm',
      upstreamModel: 'u',
    });
    expect(opened).toMatchObject({ ok: false, fault: { code: 'nested_too_deeply' } });
  });
});
