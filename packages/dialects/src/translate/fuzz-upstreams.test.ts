import { existsSync, readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openEmbeddings } from '../embeddings/open-embeddings.ts';
import { DIALECTS, type UpstreamFormat } from '../ir/dialect.ts';
import { encodeText } from '../json/encode-text.ts';
import { openRerank } from '../rerank/open-rerank.ts';
import { translationOf } from '../testing/translate-call.ts';
import { UPSTREAM_CODECS } from './codec.ts';

const root = new URL('../../translations/fixtures/', import.meta.url);
const RUNS = 300;
const FORMATS = (Object.keys(UPSTREAM_CODECS) as UpstreamFormat[]).filter(
  (format) => !DIALECTS.some((dialect) => dialect === format),
);
const files = FORMATS.flatMap((format) =>
  readdirSync(new URL(`${format}/`, root)).map((name) => [format, name] as const),
);
const responses = files.filter(([format, name]) =>
  existsSync(new URL(`${format}/${name}/answer.json`, root)),
);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');
const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(null, '', -1, 1e9, 1e300, [], {}, [[]], [null], true),
  fc.constantFrom<unknown>({ toString: 1, valueOf: 1 }, { __proto__: null, constructor: 1 }),
);
const place = fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 });

/** The value with one place in it replaced. */
function mutate(value: unknown, path: readonly number[], put: unknown): unknown {
  const [step = 0, ...rest] = path;
  if (typeof value !== 'object' || value === null || step % 4 === 0) return put;
  const names = Object.keys(value);
  const chosen = names[step % names.length];
  if (chosen === undefined) return put;
  const members = value as Record<string, unknown>;
  const changed = mutate(members[chosen], rest, put);
  if (Array.isArray(value)) return value.with(Number(chosen), changed) as unknown[];
  return { ...members, [chosen]: changed };
}

const open = (format: UpstreamFormat, maxEventBytes?: number) =>
  translationOf({
    from: 'anthropic-messages',
    to: format,
    body: { model: 'm', max_tokens: 5, messages: [{ role: 'user', content: 'Hi' }] },
    ...(maxEventBytes === undefined ? {} : { maxEventBytes }),
  });

describe('a garbled response in a format that only upstreams speak', () => {
  it('is a body or a fault when whole, and never throws', () => {
    fc.assert(
      fc.property(fc.constantFrom(...responses), place, strange, ([format, name], path, put) => {
        const response: unknown = JSON.parse(read(`${format}/${name}/answer.json`));
        const bytes = encodeText(JSON.stringify(mutate(response, path, put)));
        for (const result of [
          open(format).readResponse(bytes),
          open(format).readResponseAsStream(bytes),
        ])
          expect(result.ok ? result.body.length : result.fault.http).toBeGreaterThan(0);
      }),
      { numRuns: RUNS },
    );
  });

  it('is read to its end when streamed, and never throws', () => {
    fc.assert(
      fc.property(fc.constantFrom(...files), place, strange, ([format, name], path, put) => {
        const lines = read(`${format}/${name}/stream.txt`).split('\n');
        const at = (path[11] ?? 0) % lines.length;
        const [, head = '', json = ''] = /^(data: ?)?(\{.*)?$/.exec(lines[at] ?? '') ?? [];
        const data: unknown = json.endsWith('}') ? JSON.parse(json) : json;
        lines[at] = head + JSON.stringify(mutate(data, path, put));
        const bytes = encodeText(lines.join('\n'));
        const stream = open(format).openStream();
        stream.push(bytes);
        const end = stream.end();
        expect(end.complete && end.fault !== undefined).toBe(false);
        const whole = open(format).readStreamAsResponse(bytes);
        expect(whole.ok).toBe(end.complete);
      }),
      { numRuns: RUNS },
    );
  });

  it('gives up what never ends instead of keeping it', () => {
    for (const format of FORMATS) {
      const stream = open(format, 100_000).openStream();
      const piece = encodeText('{"x":"'.padEnd(60_000, 'x'));
      for (let count = 0; count < 5; count++) stream.push(piece);
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

  it('embed or are a fault, and never throw', () => {
    const upstream = fc.constantFrom(...EMBEDDINGS);
    fc.assert(
      fc.property(client, upstream, place, place, strange, (from, to, path, other, put) => {
        const bytes = encodeText(JSON.stringify(mutate(ASKED[from], path, put)) ?? '');
        openEmbeddings({ from, to, bytes, model: 'm', upstreamModel: 'u' });
        const sound = encodeText(JSON.stringify(ASKED[from]));
        const opened = openEmbeddings({ from, to, bytes: sound, model: 'm', upstreamModel: 'u' });
        if (!opened.ok) throw new Error(opened.fault.message);
        const response = JSON.stringify(mutate(VECTORS[to], other, put)) ?? '';
        const result = opened.readResponse(encodeText(response));
        expect(result.ok ? result.body.length : result.fault.http).toBeGreaterThan(0);
      }),
      { numRuns: RUNS * 3 },
    );
  });

  it('rerank or are a fault, and never throw', () => {
    const asked = { model: 'm', query: 'q', documents: ['a', { text: 'b' }], top_n: 1 };
    const answered = { results: [{ index: 0, relevance_score: 1 }], usage: { total_tokens: 1 } };
    const upstream = fc.constantFrom('cloudflare-rerank', 'cohere-rerank', 'dashscope-rerank');
    fc.assert(
      fc.property(upstream, place, strange, (to, path, put) => {
        const bytes = encodeText(JSON.stringify(mutate(asked, path, put)) ?? '');
        openRerank({ to, bytes, upstreamModel: 'u', id: 'r' });
        const sound = encodeText(JSON.stringify(asked));
        const opened = openRerank({ to, bytes: sound, upstreamModel: 'u', id: 'r' });
        if (!opened.ok) throw new Error(opened.fault.message);
        const response = encodeText(JSON.stringify(mutate(answered, path, put)) ?? '');
        const result = opened.readResponse(response);
        expect(result.ok ? result.body.length : result.fault.http).toBeGreaterThan(0);
      }),
      { numRuns: RUNS },
    );
  });

  it('that are nested beyond all reason are a fault', () => {
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
