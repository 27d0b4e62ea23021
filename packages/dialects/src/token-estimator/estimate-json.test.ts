import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import type { Dialect } from '../ir/dialect.ts';
import { readCall } from '../translate/client-call.ts';

const LONGEST = 272_000;
const PDF = 'JVBERi0xLjcKAAAAANSUhEUgAAAAEA'.repeat(100);
/** What lenient decoders of base64 skip. */
const SPOILED = [
  ['a space', `${PDF.slice(0, 20)} ${PDF}`],
  ['another character', `!${PDF}`],
  ['a space after the head of its URL', `data:application/pdf;base64, ${PDF}`],
] as const;

function promptMaxOf(dialect: Dialect, parts: readonly unknown[]): number {
  const content = [{ role: 'user', content: parts }];
  const body =
    dialect === 'gemini-generate'
      ? { contents: [{ parts }] }
      : { model: 'm', max_tokens: 5, messages: content };
  const read = readCall({ dialect, model: 'm', bytes: encodeText(JSON.stringify(body)) });
  if (!read.ok) throw new Error(read.fault.message);
  return read.call.request.promptTokensMax;
}

const TEXT = 'word '.repeat(100);
const textOf = (data: string) => ({
  type: 'document',
  source: { type: 'text', media_type: 'text/plain', data },
});
const pdfOf = (data: string) => ({
  type: 'document',
  source: { type: 'base64', media_type: 'application/pdf', data },
});
const reversed = ({ type, source }: ReturnType<typeof pdfOf>) => ({
  source: { data: source.data, media_type: source.media_type, type: source.type },
  type,
});

describe('a document of unknown length', () => {
  it.each([
    ['a short text', [textOf('hello')]],
    ['a long text', [textOf(TEXT)]],
    ['a text whose type follows', [reversed(textOf(TEXT))]],
  ])('is reserved as the longest prompt also after %s', (_name, texts) => {
    for (const pdf of [pdfOf(PDF), reversed(pdfOf(PDF))]) {
      expect(promptMaxOf('anthropic-messages', [...texts, pdf])).toBeGreaterThan(LONGEST);
      expect(promptMaxOf('anthropic-messages', [pdf, ...texts])).toBeGreaterThan(LONGEST);
    }
  });

  it.each(SPOILED)('is found although its bytes contain %s', (_name, data) => {
    for (const pdf of [pdfOf(data), reversed(pdfOf(data))]) {
      expect(promptMaxOf('anthropic-messages', [pdf])).toBeGreaterThan(LONGEST);
      expect(promptMaxOf('anthropic-messages', [pdf, textOf(TEXT)])).toBeGreaterThan(LONGEST);
    }
    const file = { type: 'file', file: { file_data: data } };
    const harmless = { media_type: 'text/plain', type: 'text', text: 'hi' };
    expect(promptMaxOf('openai-chat', [file, harmless])).toBeGreaterThan(LONGEST);
    const sound = { type: 'input_audio', input_audio: { data, format: 'flac' } };
    expect(promptMaxOf('openai-chat', [sound])).toBeGreaterThan(LONGEST);
    const inlineData = { mimeType: 'application/pdf', data };
    expect(promptMaxOf('gemini-generate', [{ inlineData }])).toBeGreaterThan(LONGEST);
  });

  it('is not assumed of a text, wherever its type is', () => {
    for (const text of [textOf(TEXT), reversed(textOf(TEXT))])
      for (const further of [[], [textOf('hello')]])
        expect(promptMaxOf('anthropic-messages', [text, ...further])).toBeLessThan(LONGEST);
  });
});
