import { describe, expect, it } from 'vitest';
import type { Dialect } from '../ir/dialect.ts';
import { encodeText } from '../json/encode-text.ts';
import { readCall } from '../translate/client-call.ts';

const BYTES = 200_000;
/** Approximate token count for any tokenizer. */
const TOKENS = BYTES / 6;
const prose = 'the quick brown fox jumps '.repeat(BYTES / 26);
const glued = 'Thequickbrownfoxjumps'.repeat(BYTES / 21);
const imageData = `iVBORw0KGgo${'Ab3/x9Zk'.repeat(BYTES / 8)}`;

function read(dialect: Dialect, body: object) {
  const bytes = encodeText(JSON.stringify({ model: 'claude-sonnet-4-5', max_tokens: 9, ...body }));
  const result = readCall({ dialect, kind: 'chat', bytes, model: 'claude-sonnet-4-5' });
  if (!result.ok) throw new Error(result.fault.message);
  return result.call.request;
}

const toolUse = (input: unknown, ...before: object[]) => ({
  messages: [
    { role: 'user', content: 'hi' },
    ...before,
    { role: 'assistant', content: [{ type: 'tool_use', id: 'a', name: 'f', input }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: 'ok' }] },
  ],
});
const imagePartOf = (url: string) => ({
  messages: [{ role: 'user', content: [{ type: 'image_url', image_url: { url } }] }],
});
const parts = (...list: object[]) => ({
  contents: [{ role: 'user', parts: [{ text: 'hi' }, ...list] }],
});
const image = (data: string) => ({
  type: 'image',
  source: { type: 'base64', media_type: 'image/png', data },
});
/** So many turns that a prompt is only sampled. */
const turns = Array.from({ length: 3000 }, (_, index) => [
  { role: 'user', content: [{ type: 'text', text: `Turn ${index}, said in a few words.` }] },
  { role: 'assistant', content: [{ type: 'text', text: `Answer ${index}, in a few words, too.` }] },
]).flat();

describe('text that looks like media counts as text', () => {
  const url = `data:image/png;base64,${prose}`;
  it.each<[string, Dialect, object]>([
    ['a data URL that a tool was called with', 'anthropic-messages', toolUse({ x: url })],
    ['under a name of a medium', 'anthropic-messages', toolUse({ url: [{ url }] })],
    ['bytes that a tool was called with', 'anthropic-messages', toolUse({ data: glued })],
    ['an image that a tool was called with', 'anthropic-messages', toolUse(image(glued))],
    ['sound', 'anthropic-messages', toolUse({ x: `data:audio/wav;base64,${glued}` })],
    ['among many turns', 'anthropic-messages', toolUse({ x: url }, ...turns)],
    [
      'the context of a document',
      'anthropic-messages',
      { messages: [{ role: 'user', content: [{ ...image(imageData), context: url }] }] },
    ],
    [
      'what a function was called with',
      'gemini-generate',
      parts({ functionCall: { name: 'f', args: { url } } }),
    ],
    [
      'what a function answered',
      'gemini-generate',
      parts({
        functionResponse: {
          name: 'f',
          response: { inlineData: { mimeType: 'image/png', data: glued } },
        },
      }),
    ],
    [
      'a text in place of a picture, which some upstreams take',
      'openai-chat',
      imagePartOf(`data:text/plain;base64,${imageData}`),
    ],
    [
      'the same among many turns',
      'openai-chat',
      {
        messages: [...turns, ...imagePartOf(`data:text/csv;base64,${imageData}`).messages],
      },
    ],
    ['code', 'gemini-generate', parts({ executableCode: { language: 'PYTHON', code: url } })],
  ])('%s', (_name, dialect, body) => {
    const { promptTokensEstimate, promptTokensMax } = read(dialect, body);
    expect(promptTokensEstimate).toBeGreaterThan(TOKENS);
    expect(promptTokensMax).toBeGreaterThan(BYTES);
    expect(promptTokensMax).toBeLessThan(BYTES * 7);
  });
});

it('audio in place of an image counts by its length', () => {
  const audio = 'AAAA'.repeat(1_000_000);
  const { promptTokensMax } = read('openai-chat', imagePartOf(`data:audio/wav;base64,${audio}`));
  expect(promptTokensMax).toBeGreaterThan(100_000);
});

it('an image with escaped slashes, as PHP writes them, does not count as a document', () => {
  const body = JSON.stringify({ model: 'm', ...imagePartOf(`data:image/png;base64,${imageData}`) });
  const bytes = encodeText(body.replaceAll('/', String.raw`\/`));
  const result = readCall({ dialect: 'openai-chat', kind: 'chat', bytes });
  expect(result.ok && result.call.request.promptTokensMax).toBeLessThan(60_000);
});

describe('real media count as media', () => {
  it.each<[string, Dialect, object]>([
    [
      'beside what a tool was called with',
      'anthropic-messages',
      toolUse({ q: 'x' }, { role: 'user', content: [image(imageData)] }),
    ],
    [
      'after it',
      'anthropic-messages',
      {
        messages: [
          ...toolUse({ a: [{ b: ']}"' }] }).messages,
          { role: 'user', content: [image(imageData)] },
        ],
      },
    ],
    [
      'that a tool answered',
      'anthropic-messages',
      {
        messages: [
          {
            role: 'user',
            content: [{ type: 'tool_result', tool_use_id: 'a', content: [image(imageData)] }],
          },
        ],
      },
    ],
    [
      'in a chat',
      'openai-chat',
      {
        messages: [
          {
            role: 'user',
            content: [
              { type: 'image_url', image_url: { url: `data:image/png;base64,${imageData}` } },
            ],
          },
        ],
      },
    ],
    [
      'in input of responses',
      'openai-responses',
      {
        input: [
          {
            role: 'user',
            content: [{ type: 'input_image', image_url: `data:image/png;base64,${imageData}` }],
          },
        ],
      },
    ],
    [
      'beside a function’s answer',
      'gemini-generate',
      parts({
        functionResponse: {
          name: 'f',
          response: { a: 1 },
          parts: [{ inlineData: { mimeType: 'image/png', data: imageData } }],
        },
      }),
    ],
  ])('%s', (_name, dialect, body) => {
    const { promptTokensEstimate, promptTokensMax } = read(dialect, body);
    expect(promptTokensEstimate).toBeLessThan(2500);
    expect(promptTokensMax).toBeLessThan(20_000);
  });
});
