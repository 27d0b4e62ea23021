import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Dialect } from '../ir/dialect.ts';
import { encodeText } from '../json/encode-text.ts';
import { listTopLevelMembers } from '../json/top-level-members.ts';
import { readCall } from '../translate/client-call.ts';
import { estimatePrompt, promptFacts } from './estimate-prompt.ts';
import type { PromptMembers } from './prompt-members.ts';
import { estimateMemberCentitokens } from './estimate-json.ts';
import { TEXTS_SCANNED_MAX, estimateEachCentitokens } from './estimate-texts.ts';
import { estimateTextCentitokens } from './estimate-text.ts';
import { estimateUtf8Centitokens } from './estimate-utf8.ts';

/** Upper bound of bytes scanned for any body: a few milliseconds. */
const WORK_MAX = 1_000_000;
/** Largest relative error of a large body's estimate, compared to a complete scan. */
const ERROR_MAX = 0.1;

const turns: PromptMembers = new Map([
  ['messages', 'media'],
  ['tools', 'text'],
]);
const times = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));
const prose = (words: number, from = 0) =>
  times(
    words,
    (index) => WORDS[(index * 7 + from * 13 + ((index * index) % 11)) % WORDS.length],
  ).join(' ');
const WORDS =
  'the gateway keeps a reservation of 42 tokens, however; models read It twice in 1999.'.split(' ');
const code = (lines: number) =>
  times(lines, (index) => `  const value${index} = read("x", ${index * 37});`).join('\n');
const base64 = (bytes: number) =>
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ'.repeat(bytes / 44 + 1).slice(0, bytes);
const user = (content: unknown) => ({ role: 'user', content });
const image = (bytes: number) => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data: base64(bytes) },
});
const photo = (bytes: number) => ({
  type: 'image_url',
  image_url: { url: `data:image/png;base64,${base64(bytes)}` },
});

/** Large bodies as clients send them, and some that nobody should. */
const conversations: Readonly<Record<string, unknown>> = {
  'very many tiny messages': times(60_000, () => user('hi there')),
  'messages of all lengths': times(2000, (index) => user(prose(index % 300, index))),
  'one text of megabytes among tiny ones': [
    ...times(8000, () => user('hi')),
    user(prose(400_000)),
    ...times(8000, () => user('hi')),
  ],
  'chinese texts': times(6000, (index) =>
    user('人工智能是计算机科学的一个分支。'.repeat(1 + (index % 6))),
  ),
  'a session of a coding agent': times(1500, (index) =>
    index % 2 === 0
      ? user([{ type: 'tool_result', tool_use_id: 't', content: code(1 + (index % 40)) }])
      : {
          role: 'assistant',
          content: [
            { type: 'thinking', thinking: prose(30, index), signature: base64(700) },
            {
              type: 'tool_use',
              id: `toolu_${index}`,
              name: 'Read',
              input: { path: '/a.ts', n: 7 },
            },
          ],
        },
  ),
  'images of all sizes among text': times(1500, (index) =>
    user(
      index % 50 === 0 ? [image(20_000 + index * 100)] : [{ type: 'text', text: prose(90, index) }],
    ),
  ),
  'many small images': times(2500, (index) =>
    user([photo(1000 + (index % 9) * 300), { type: 'text', text: prose(40, index) }]),
  ),
  'images by address': times(4000, (index) =>
    user([
      { type: 'image_url', image_url: { url: `https://example.com/${index}.png` } },
      { type: 'text', text: prose(20) },
    ]),
  ),
  'much media and little text': [
    ...times(20, () => user([photo(400_000)])),
    ...times(9000, () => user('hi you')),
  ],
  'arguments that are JSON themselves': times(900, (index) => ({
    role: 'assistant',
    tool_calls: [
      {
        id: 'c',
        type: 'function',
        function: {
          name: 'f',
          arguments: JSON.stringify({
            text: prose(150, index),
            list: times(9, (n) => n),
            path: prose(150, index + 1),
          }),
        },
      },
    ],
  })),
  'contents of Gemini': times(3000, (index) => ({
    role: 'user',
    parts: [
      { text: prose(50, index) },
      ...(index % 100 === 0
        ? [{ inlineData: { mimeType: 'image/png', data: base64(60_000) } }]
        : []),
    ],
  })),
  'lists of token ids': times(300, () => times(1000, (index) => index * 31)),
  'texts that look like JSON': times(30_000, () => ',":{'),
  'texts full of escapes': times(3000, () => '\\"'.repeat(80)),
};

/** Estimates a prompt; returns the tokens, and how many bytes were scanned for them. */
const estimate = (bytes: Uint8Array, members = listTopLevelMembers(bytes) ?? []) => {
  const meter = { bytes: 0 };
  const tokens = estimatePrompt(turns, bytes, members, meter).likely;
  return { tokens, scanned: meter.bytes };
};
const bodyOf = (messages: unknown, indent?: number) =>
  encodeText(JSON.stringify({ model: 'm', messages }, undefined, indent));

/** Estimates a prompt and compares it with a complete scan. */
const compare = (messages: unknown) => {
  const bytes = bodyOf(messages);
  const members = listTopLevelMembers(bytes) ?? [];
  const [member] = members.filter(({ name }) => name === 'messages');
  if (!member) throw new Error('no messages');
  const exact = estimateMemberCentitokens(bytes, member, { bytes: 0 }, Infinity).centitokens;
  const { tokens, scanned } = estimate(bytes, members);
  // The margin and the fixed overhead of a prompt are not part of the error.
  return { ratio: ((tokens * 100) / 1.1 - 200) / exact, scanned };
};

describe('the estimate of a prompt', () => {
  it.each(Object.entries(conversations))(
    'is within a tenth of a complete scan, from a limited number of bytes, for %s',
    (_name, messages) => {
      const { ratio, scanned } = compare(messages);
      expect(ratio).toBeGreaterThan(1 - ERROR_MAX);
      expect(ratio).toBeLessThan(1 + ERROR_MAX);
      expect(scanned).toBeLessThan(WORK_MAX);
      expect(estimate(bodyOf(messages, 2)).scanned).toBeLessThan(WORK_MAX);
    },
  );

  it('scans no more of a body that is ten times as long', () => {
    const work = (count: number) => estimate(bodyOf(times(count, () => user('hi there')))).scanned;
    expect(work(200_000)).toBeLessThan(work(20_000) * 1.2);
  });

  it('is limited for members repeated endlessly', () => {
    const member = `"messages":[${'"a",'.repeat(500)}"b"]`;
    const bytes = encodeText(`{${times(3000, () => member).join(',')}}`);
    const meter = { bytes: 0 };
    const tokens = estimatePrompt(turns, bytes, listTopLevelMembers(bytes) ?? [], meter).likely;
    expect(meter.bytes).toBeLessThan(3 * WORK_MAX);
    expect(tokens).toBeGreaterThan(bytes.length / 5);
  });

  it('never throws, and is never zero, whatever large body it gets', () => {
    const fragment = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      ':',
      ',',
      '\\',
      'a',
      ' ',
      '"data":"',
      'é',
      '1',
    );
    const value = fc.array(fragment, { minLength: 10, maxLength: 60 });
    fc.assert(
      fc.property(value, (fragments) => {
        const bytes = encodeText(fragments.join('').repeat(20_000));
        const member = { name: 'messages', nameStart: 0, start: 0, end: bytes.length };
        const meter = { bytes: 0 };
        expect(estimateMemberCentitokens(bytes, member, meter).centitokens).toBeGreaterThan(0);
        expect(meter.bytes).toBeLessThan(4 * WORK_MAX);
      }),
      { numRuns: 60 },
    );
  });

  it('of many tools is within a tenth of estimating each of them', () => {
    const tools = times(200, (index) => ({
      name: `tool_${index}`,
      description: prose(index % 7 === 0 ? 400 : index % 30, index),
      input_schema: {
        type: 'object',
        properties: Object.fromEntries(
          times(index % 20, (field) => [`field_${field}`, { description: prose(field, index) }]),
        ),
      },
    }));
    const bytes = encodeText(JSON.stringify({ tools }));
    const starts = times(Math.ceil(bytes.length / 200), (index) => index * 200);
    const estimates = starts.map((at) =>
      estimateUtf8Centitokens(bytes, at, Math.min(bytes.length, at + 200), { bytes: 0 }),
    );
    const exact = estimates.reduce((sum, weight) => sum + weight, 0);
    const tokens = estimatePrompt(turns, bytes, listTopLevelMembers(bytes) ?? []).likely;
    expect(tokens / ((exact * 1.1) / 100)).toBeGreaterThan(1 - ERROR_MAX);
    expect(tokens / ((exact * 1.1) / 100)).toBeLessThan(1 + ERROR_MAX);
  });

  it('counts plain text in a document, whatever the order of its members', () => {
    const data = 'every+word+of+it+is+read+'.repeat(2000);
    const plain = (source: object) => compare([user([{ type: 'document', source }])]).ratio;
    const tokens = (source: object) => {
      const bytes = encodeText(
        JSON.stringify({
          model: 'm',
          max_tokens: 1,
          messages: [user([{ type: 'document', source }])],
        }),
      );
      const read = readCall({ dialect: 'anthropic-messages', bytes });
      return read.ok ? read.call.request.promptTokensEstimate : 0;
    };
    expect(tokens({ type: 'text', media_type: 'text/plain', data })).toBeGreaterThan(10_000);
    expect(tokens({ data, type: 'text', media_type: 'text/plain' })).toBeGreaterThan(10_000);
    expect(
      plain({ type: 'base64', media_type: 'application/pdf', data: base64(50_000) }),
    ).toBeCloseTo(1, 2);
    expect(
      tokens({ type: 'base64', media_type: 'application/pdf', data: base64(50_000) }),
    ).toBeLessThan(7000);
  });
});

describe('a large call', () => {
  const text = prose(20);
  const calls: Readonly<Record<Dialect, object>> = {
    'openai-chat': { model: 'm', messages: times(1000, () => user(text)) },
    'openai-responses': { model: 'm', input: times(1000, () => user(text)), max_output_tokens: 9 },
    'anthropic-messages': { model: 'm', messages: times(1000, () => user(text)), max_tokens: 9 },
    'gemini-generate': {
      contents: times(1000, () => ({ role: 'user', parts: [{ text }] })),
      generationConfig: { maxOutputTokens: 9 },
    },
  };

  it.each(Object.entries(calls) as [Dialect, object][])(
    'of %s has the estimate of its turns, and is parsed only on demand',
    (dialect, body) => {
      const bytes = encodeText(JSON.stringify(body));
      const read = readCall({ dialect, bytes, model: 'm' });
      if (!read.ok) throw new Error(read.fault.message);
      const { request } = read.call;
      const expected = estimateTextCentitokens(text) * 10;
      expect(request.promptTokensEstimate).toBeGreaterThan(expected);
      expect(request.promptTokensEstimate).toBeLessThan(expected * 1.6);
      if (dialect !== 'openai-chat') expect(request.maxOutputTokens).toBe(9);
      expect(read.call.readMember('nothing')).toBeUndefined();
      expect(read.call.tryBody()).toEqual(body);
    },
  );

  it.each(Object.keys(calls) as Dialect[])(
    'of %s that contains invalid JSON has no parsed body',
    (dialect) => {
      const text = JSON.stringify(calls[dialect]).replace('"role"', 'role');
      const read = readCall({ dialect, bytes: encodeText(text), model: 'm' });
      expect(read.ok && read.call.tryBody()).toBeUndefined();
    },
  );
});

describe('estimateEachCentitokens', () => {
  it('samples very many texts', () => {
    const texts = times(20 * TEXTS_SCANNED_MAX, (index) => prose(index % 50, index));
    const exact = texts.reduce((sum, text) => sum + estimateTextCentitokens(text), 0);
    const sum = estimateEachCentitokens(texts).reduce((total, weight) => total + weight, 0);
    expect(sum / exact).toBeGreaterThan(0.95);
    expect(sum / exact).toBeLessThan(1.05);
  });
});

describe("the upper bound of a prompt's tokens", () => {
  const most = (messages: unknown, model = 'gpt-4o', escape = (text: string) => text) => {
    const bytes = encodeText(escape(JSON.stringify({ model, messages })));
    const prompt = estimatePrompt(turns, bytes, listTopLevelMembers(bytes) ?? []);
    return promptFacts(prompt, model).promptTokensMax;
  };
  const user = (content: unknown) => [{ role: 'user', content }];

  it.each([
    ['rare scripts', '\u{12000}\u{1F9FF}\u{13000}'.repeat(500)],
    [
      'random letters',
      Array.from({ length: 5000 }, (_, index) => 'qxzjvk'[(index * 7) % 6]).join(''),
    ],
    ['base64 that is read as text', 'QUJD+/9x'.repeat(1000)],
    [
      'cheap text where the windows of the estimate are',
      `${'a'.repeat(64)}${'\u{12000}'.repeat(2000)}`,
    ],
  ])('is at least one token per byte for %s', (_, text) => {
    expect(most(user(text))).toBeGreaterThanOrEqual(Buffer.byteLength(text));
    expect(most(user([{ type: 'text', text }]))).toBeGreaterThanOrEqual(Buffer.byteLength(text));
  });

  it('counts media as providers charge for them, not by their bytes', () => {
    const data = 'iVBORw0KGgo'.repeat(100_000);
    const url = `data:image/png;base64,${data}`;
    const photo = most(user([{ type: 'image_url', image_url: { url } }]));
    expect(photo).toBeGreaterThanOrEqual(7000);
    expect(photo).toBeLessThan(20_000);
    const remote = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };
    expect(most(user([remote, remote]))).toBeGreaterThanOrEqual(14_000);
    const audioTokens = most(user([{ type: 'input_audio', input_audio: { data, format: 'mp3' } }]));
    // 1.1 MB of base64 at 8 kbit/s last 825 seconds, at 32 tokens each.
    expect(audioTokens).toBeGreaterThanOrEqual(825 * 32);
  });

  it.each(['previous_response_id', 'conversation', 'cachedContent'])(
    'counts content stored at the provider and referenced by %s as the longest prompt',
    (name) => {
      const read = (value: unknown, model = 'm') => {
        const bytes = encodeText(JSON.stringify({ model, messages: [], [name]: value }));
        const prompt = estimatePrompt(turns, bytes, listTopLevelMembers(bytes) ?? []);
        return promptFacts(prompt, model).promptTokensMax;
      };
      expect(read('resp_1')).toBeGreaterThanOrEqual(272_000);
      expect(read('resp_1', 'gemini-2.5-pro')).toBeGreaterThanOrEqual(1_048_576);
      expect(read(null)).toBeLessThan(1000);
    },
  );

  const remote = { type: 'image_url', image_url: { url: 'https://example.com/a.png' } };

  it.each([
    // 2,833 tokens plus 5,667 per tile: a square has 4 tiles, a tall photo 8.
    ['gpt-4o-mini', 48_169],
    ['gpt-4o-mini-2024-07-18', 48_169],
    ['ft:gpt-4o-mini-2024-07-18:acme::1', 48_169],
    ['openai/gpt-4o-mini', 48_169],
    ['gpt-5.4', 12_000],
    ['qwen3-vl-plus', 16_386],
    ['a-name-of-the-operators-own', 48_169],
  ])('covers a photo at the highest price for %s', (model, tokens) => {
    expect(most(user([remote]), model)).toBeGreaterThanOrEqual(tokens);
    expect(most(user([remote, remote]), model)).toBeGreaterThanOrEqual(2 * tokens);
  });

  it.each(['gpt-4o', 'claude-opus-4-7', 'gemini-3-pro', 'gpt-5-mini', 'o3'])(
    'stays low for images of %s, which are cheap',
    (model) => expect(most(user([remote]), model)).toBeLessThan(10_000),
  );

  it('counts images whose type, or the member for it, is written with escapes', () => {
    const escapes = ['"type":"im\\u0061ge_url"', '"typ\\u0065":"image_url"'];
    for (const escaped of escapes)
      expect(
        most(user([remote]), 'gpt-4o-mini', (text) => text.replace('"type":"image_url"', escaped)),
      ).toBeGreaterThanOrEqual(48_169);
  });

  it('counts images among so many messages that they are only sampled', () => {
    const many = [...Array.from({ length: 60_000 }, () => ({ type: 'text', text: 'a' })), remote];
    const plain = most(user(many.slice(0, -1)), 'gpt-4o-mini');
    expect(most(user(many), 'gpt-4o-mini') - plain).toBeGreaterThanOrEqual(48_000);
  });

  it('holds for bodies that are only sampled', () => {
    const parts = Array.from({ length: 60_000 }, () => ({ type: 'text', text: '\u{12000}' }));
    expect(most(user(parts))).toBeGreaterThanOrEqual(60_000 * 4);
  });
});
