import { describe, expect, it, test } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { listTopLevelMembers } from '../json/top-level-members.ts';
import { decodeBase64 } from './decode-base64.ts';
import { estimatePrompt } from './estimate-prompt.ts';

const members = new Map([['contents', 'media']] as const);
const tokensMaxOf = (parts: unknown, edit = (text: string) => text) => {
  const bytes = encodeText(edit(JSON.stringify({ contents: [{ role: 'user', parts }] })));
  return estimatePrompt(members, bytes, listTopLevelMembers(bytes) ?? []);
};
const base64 = (...contents: (string | Uint8Array)[]) =>
  Buffer.concat(contents.map((content) => Buffer.from(content))).toString('base64');

/** A minute of one-byte samples at 8,000 Hz. */
const head = Buffer.alloc(44);
head.write('RIFF');
head.write('WAVEfmt ', 8);
head.writeUInt32LE(16, 16);
head.writeUInt16LE(1, 20);
head.writeUInt16LE(1, 22);
head.writeUInt32LE(8000, 24);
head.writeUInt32LE(8000, 28);
head.writeUInt16LE(8, 34);
head.write('data', 36);
const minute = base64(head, Buffer.alloc(480_000, 0xf7));
/** Silent FLAC in Ogg: half an hour in 3 kB. */
const silence = base64('OggS', Buffer.alloc(3000, 1));
const SILENT_TOKENS = 3000 * 0.6 * 32;

describe('audio in a prompt is reserved at its maximum duration', () => {
  it.each([
    ['its type before', { inlineData: { mimeType: 'audio/ogg', data: silence } }],
    ['its type behind', { inlineData: { data: silence, mimeType: 'audio/ogg' } }],
    [
      'another type before',
      { inlineData: { mimeType: 'image/png', data: silence, mime_type: 'audio/ogg' } },
    ],
    [
      'another type between',
      { inlineData: { data: silence, x: { mimeType: 'image/png' }, mimeType: 'audio/ogg' } },
    ],
    ['as a part', { type: 'input_audio', input_audio: { data: silence, format: 'ogg' } }],
    [
      'as a part, its type behind',
      { input_audio: { data: silence, format: 'ogg' }, type: 'input_audio' },
    ],
    [
      'as a data URL',
      { type: 'audio_url', audio_url: { url: `data:audio/ogg;base64,${silence}` } },
    ],
    [
      'in place of a picture',
      { type: 'image_url', image_url: { url: `data:audio/ogg;base64,${silence}` } },
    ],
  ])('%s', (_name, part) => {
    expect(tokensMaxOf([part]).maxWithoutImages).toBeGreaterThan(SILENT_TOKENS);
  });

  it('for each of several', () => {
    const part = { inlineData: { data: silence, mimeType: 'audio/ogg' } };
    expect(tokensMaxOf([part, part, part]).maxWithoutImages).toBeGreaterThan(3 * SILENT_TOKENS);
  });

  it('after so much text that the prompt is only sampled', () => {
    const texts = Array.from({ length: 30_000 }, () => ({ text: 'hi' }));
    const part = { inlineData: { data: silence, mimeType: 'audio/ogg' } };
    expect(tokensMaxOf([...texts, part]).maxWithoutImages).toBeGreaterThan(
      tokensMaxOf(texts).maxWithoutImages + 1_000_000,
    );
  });

  it('if its bytes are written with escapes', () => {
    const part = { inlineData: { mimeType: 'audio/wav', data: minute } };
    const hide = (text: string) => text.replace('"UklG', String.raw`"\u0055klG`);
    expect(tokensMaxOf([part], hide).maxWithoutImages).toBeGreaterThan(1_000_000);
  });
});

test.each([
  ['plain', (text: string) => text],
  ['with escaped slashes', (text: string) => text.replaceAll('/', String.raw`\/`)],
])('audio with a countable duration is reserved at that duration: %s', (_name, edit) => {
  const part = { inlineData: { mimeType: 'audio/wav', data: minute } };
  const { maxWithoutImages, isUnknown } = tokensMaxOf([part], edit);
  expect(maxWithoutImages).toBeGreaterThan(60 * 32);
  expect(maxWithoutImages).toBeLessThan(60 * 32 + 5000);
  expect(isUnknown).toBe(false);
});

test('an image next to audio does not count as audio', () => {
  const imagePart = {
    inlineData: { data: base64('PNG', Buffer.alloc(3000, 1)), mimeType: 'image/png' },
  };
  const part = { inlineData: { data: minute, mimeType: 'audio/wav' } };
  expect(tokensMaxOf([imagePart, part]).maxWithoutImages).toBeLessThan(20_000);
});

test.each(['', 'a', 'ab', 'abc', 'ab\u00ff\u00fe', 'a'.repeat(1000)])(
  'base64 of %j is decoded',
  (text) => {
    const source = Buffer.from(text, 'latin1');
    for (const encoding of ['base64', 'base64url'] as const) {
      const bytes = encodeText(source.toString(encoding));
      expect(Buffer.from(decodeBase64(bytes, 0, bytes.length) ?? [9])).toEqual(source);
    }
  },
);

test.each(['a b', 'YQ==YQ==', 'YQ=', String.raw`\u0041`, 'YQ==='])(
  '%j, which decoders treat differently, is not decoded',
  (text) => {
    const bytes = encodeText(text);
    const decoded = decodeBase64(bytes, 0, bytes.length);
    if (text === 'YQ=') expect(decoded).toHaveLength(1);
    else expect(decoded).toBeUndefined();
  },
);
