import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderError } from '../errors/render-error.ts';
import { DIALECTS, type Dialect } from '../ir/dialect.ts';
import { renderWarnings } from '../ir/conversion-warnings.ts';
import { encodeText } from '../json/encode-text.ts';
import { RICH_REQUESTS } from '../testing/rich-requests.ts';
import { readCall } from './client-call.ts';
import { openTranslation } from './open-translation.ts';
import type { Translation } from './translation.ts';

const root = new URL('../../translations/fixtures/', import.meta.url);
/** Set `RUNS=20000` for a longer search. */
const RUNS = Number(process.env.RUNS ?? 150);
const dialect = fc.constantFrom(...DIALECTS);
const text = fc.string({ unit: 'binary', maxLength: 8 });
const strange = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.constantFrom<unknown>(null, '', -1, 1e300, [], {}, [[]], [null], true, 'data:;base64,'),
  fc.constantFrom<unknown>({ toString: 1, valueOf: 1 }, [{ toString: 1 }]),
);

/** Replaces one place of the value; `pick` chooses which. */
function mutate(value: unknown, pick: () => number, put: unknown): unknown {
  if (typeof value !== 'object' || value === null || pick() % 4 === 0) return put;
  const names = Object.keys(value);
  if (names.length === 0) return put;
  const chosen = names[pick() % names.length] ?? '';
  const changed = mutate((value as Record<string, unknown>)[chosen], pick, put);
  if (Array.isArray(value))
    return value.map((item: unknown, at) => (String(at) === chosen ? changed : item));
  return { ...value, [chosen]: changed };
}

const picker = (seeds: readonly number[]) => {
  let at = 0;
  return () => seeds[at++ % seeds.length] ?? 0;
};
const seeds = fc.array(fc.nat(1000), { minLength: 12, maxLength: 12 });

function tryOpen(
  from: Dialect,
  to: Dialect,
  body: unknown,
  maxEventBytes = 100_000,
): Translation | undefined {
  const bytes = encodeText(JSON.stringify(body) ?? '');
  const read = readCall({ dialect: from, bytes, model: 'm', stream: true });
  if (!read.ok) {
    expect(JSON.parse(Buffer.from(renderError(from, read.fault)).toString())).toHaveProperty(
      'error',
    );
    return undefined;
  }
  const opened = openTranslation({
    call: read.call,
    to,
    upstreamModel: 'm',
    id: 'r',
    createdSeconds: 0,
    injectUsage: true,
    maxEventBytes,
  });
  if (opened.ok) return opened.translation;
  expect(opened.fault.status).toBe(400);
  return undefined;
}

function sure(from: Dialect, to: Dialect, maxEventBytes?: number): Translation {
  const body = {
    'openai-chat': { model: 'm', messages: [], stream: true },
    'openai-responses': { model: 'm', input: [], stream: true },
    'anthropic-messages': { model: 'm', messages: [], max_tokens: 5, stream: true },
    'gemini-generate': { contents: [] },
  }[from];
  const translation = tryOpen(from, to, body, maxEventBytes);
  if (!translation) throw new Error('refused');
  return translation;
}

const files = DIALECTS.flatMap((name) =>
  readdirSync(new URL(`${name}/`, root)).map((each) => [name, each] as const),
);

describe('translation of garbage', () => {
  it('turns a mutated request into a translation or a fault, and never throws', () => {
    fc.assert(
      fc.property(dialect, dialect, seeds, strange, (from, to, list, put) => {
        const body = mutate(RICH_REQUESTS[from], picker(list), put);
        const translation = tryOpen(from, to, body);
        if (translation) {
          expect(translation.body.length).toBeGreaterThan(1);
          expect(renderWarnings(translation.warnings) ?? 'x').toMatch(/^[\x20-\x7e]+$/);
        }
      }),
      { numRuns: RUNS * 10 },
    );
  });

  it('refuses absurdly deep nesting instead of overflowing the stack', () => {
    for (const from of DIALECTS) {
      const schema = { type: 'object', properties: {} };
      const tools = {
        'openai-chat': {
          messages: [],
          tools: [{ type: 'function', function: { name: 'a', parameters: schema } }],
        },
        'openai-responses': {
          input: [],
          tools: [{ type: 'function', name: 'a', parameters: schema }],
        },
        'anthropic-messages': {
          messages: [],
          max_tokens: 5,
          tools: [{ name: 'a', input_schema: schema }],
        },
        'gemini-generate': {
          contents: [],
          tools: [{ functionDeclarations: [{ name: 'a', parameters: schema }] }],
        },
      }[from];
      const bytes = Buffer.from(stringifyDeep({ model: 'm', ...tools }));
      for (const to of DIALECTS) {
        const read = readCall({ dialect: from, bytes, model: 'm', stream: false });
        if (!read.ok) throw new Error(read.fault.message);
        const options = { to, upstreamModel: 'm', id: 'r', createdSeconds: 0, injectUsage: true };
        expect(() => openTranslation({ call: read.call, ...options })).not.toThrow();
      }
    }
  });

  it('treats an extremely deep response as bad, whole and streamed', () => {
    const deep = '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000);
    const call = `{"functionCall":{"name":"x","args":${deep}}}`;
    const gemini = `{"candidates":[{"content":{"parts":[${call}]},"finishReason":"STOP"}]}`;
    const block = `{"type":"tool_use","id":"t","name":"x","input":${deep}}`;
    const anthropic = `{"type":"message","content":[${block}],"usage":{}}`;
    const start = `{"type":"content_block_start","index":0,"content_block":${block}}`;
    for (const from of DIALECTS) {
      expect(sure(from, 'gemini-generate').readResponse(encodeText(gemini)).ok).toBe(false);
      expect(sure(from, 'anthropic-messages').readResponse(encodeText(anthropic)).ok).toBe(false);
      for (const [to, event] of [
        ['gemini-generate', gemini],
        ['anthropic-messages', start],
      ] as const) {
        const stream = sure(from, to, 1_000_000).openStream();
        stream.push(encodeText(`data: ${event}\n\n`));
        expect(stream.fault?.kind).toBe('bad-response');
        expect(stream.end().complete).toBe(false);
      }
    }
  });

  it('turns a mutated response into a body or a fault, and never throws', () => {
    const responses = files.filter(
      ([, name]) => !['error', 'cut', 'interleaved-tools'].includes(name),
    );
    fc.assert(
      fc.property(
        dialect,
        fc.constantFrom(...responses),
        seeds,
        strange,
        (from, [to, name], list, put) => {
          const response: unknown = JSON.parse(
            readFileSync(new URL(`${to}/${name}/answer.json`, root), 'utf8'),
          );
          const result = sure(from, to).readResponse(
            encodeText(JSON.stringify(mutate(response, picker(list), put))),
          );
          expect(result.ok ? result.body.length : result.fault.http).toBeGreaterThan(0);
        },
      ),
      { numRuns: RUNS * 5 },
    );
  });

  it('reads a mutated stream without throwing, whatever its events contain', () => {
    fc.assert(
      fc.property(
        dialect,
        fc.constantFrom(...files),
        seeds,
        strange,
        text,
        (from, [to, name], list, put, noise) => {
          const lines = readFileSync(new URL(`${to}/${name}/stream.txt`, root), 'utf8').split('\n');
          const pick = picker(list);
          const at = pick() % lines.length;
          const line = lines[at] ?? '';
          const isData = line.startsWith('data: {');
          const data: unknown = isData ? JSON.parse(line.slice('data: '.length)) : undefined;
          lines[at] = isData ? `data: ${JSON.stringify(mutate(data, pick, put))}` : noise + line;
          const stream = sure(from, to).openStream();
          const bytes = encodeText(lines.join('\n'));
          const half = pick() % (bytes.length + 1);
          stream.push(bytes.subarray(0, half));
          stream.push(bytes.subarray(half));
          const end = stream.end();
          expect(end.complete && end.fault !== undefined).toBe(false);
        },
      ),
      { numRuns: RUNS * 5 },
    );
  });

  it('gives up on an event that never ends instead of buffering it', () => {
    for (const to of DIALECTS) {
      const stream = sure('openai-chat', to).openStream();
      const chunk = encodeText('data: {"x":"'.padEnd(60_000, 'x'));
      for (let count = 0; count < 5; count++) stream.push(chunk);
      expect(stream.fault?.kind).toBe('bad-response');
      expect(stream.end().complete).toBe(false);
    }
  });
});

/** JSON of any depth: JSON.stringify itself would overflow the stack. */
function stringifyDeep(value: unknown): string {
  const nested = '{"properties":'.repeat(5000) + '1' + '}'.repeat(5000);
  return JSON.stringify(value, (name, member: unknown) =>
    name === 'properties' ? '@' : member,
  ).replace('"@"', nested);
}
