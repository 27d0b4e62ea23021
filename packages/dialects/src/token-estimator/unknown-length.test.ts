import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { listTopLevelMembers } from '../json/top-level-members.ts';
import { estimatePrompt, promptFacts } from './estimate-prompt.ts';

const members = new Map([['messages', 'parts']] as const);
/** Requests with this marker have their member names escaped. */
const MARK = '<escaped>';
const user = (content: unknown) => ({ role: 'user', content });

describe('content stored elsewhere', () => {
  const most = (messages: unknown) => {
    const text = JSON.stringify({ model: 'm', messages });
    const hidden = text.includes(MARK) ? text.replaceAll('"file', '"\\u0066ile') : text;
    const bytes = encodeText(hidden.replace(MARK, ''));
    const prompt = estimatePrompt(members, bytes, listTopLevelMembers(bytes) ?? []);
    return promptFacts(prompt, 'm').promptTokensMax;
  };
  const packed = 'JVBERi0xLjcKAAAAANSUhEUgAAAAEA'.repeat(100);
  const escaped = { type: 'file', file: { file_data: packed, mark: MARK } };
  const filler = Array.from({ length: 30_000 }, () => user('hi'));

  it.each([
    ['a document by address', { type: 'document', source: { type: 'url', url: 'https://a.b/c' } }],
    [
      'the same, its type last',
      { source: { url: 'https://a.b/c', type: 'url' }, type: 'document' },
    ],
    ['a file of the provider', { type: 'file', file: { file_id: 'file-1' } }],
    ['an input file by address', { type: 'input_file', file_url: 'https://a.b/c' }],
    ['a document of Mistral', { type: 'document_url', document_url: 'https://a.b/c' }],
    ['a file of Zhipu', { type: 'file_url', file_url: { url: 'https://a.b/c' } }],
    [
      'sound of Qwen, its address in the place of its bytes',
      { type: 'input_audio', input_audio: { data: 'https://a.b/c.ogg', format: 'ogg' } },
    ],
    ['a document that is sent along', { type: 'file', file: { file_data: packed } }],
    ['the same, its type last', { file: { file_data: packed }, type: 'file' }],
    [
      'a document of Anthropic',
      { source: { type: 'base64', media_type: 'application/pdf', data: packed }, type: 'document' },
    ],
    ['a document of Google', { inlineData: { mimeType: 'application/pdf', data: packed } }],
    ['the same, its type last', { inlineData: { data: packed, mimeType: 'application/pdf' } }],
    [
      'a document in a part for images',
      { type: 'image_url', image_url: { url: `data:application/pdf;base64,${packed}` } },
    ],
    ['a document under escaped names', escaped],
  ])('is reserved as the longest prompt, once: %s', (_name, part) => {
    expect(most([user([part])])).toBeGreaterThan(272_000);
    expect(most([user([part, part, part])])).toBeLessThan(2 * 272_000);
    expect(most([user([part]), ...filler])).toBeGreaterThan(most(filler) + 272_000);
  });

  it.each([
    ['a file of Google', { fileData: { fileUri: 'https://a.b/c' } }],
    ['a video by address', { type: 'video_url', video_url: { url: 'https://a.b/c' } }],
    ['frames of a video', { type: 'video', video: ['https://a.b/c', 'https://a.b/d'] }],
    ['a video without a type', { video_url: { url: 'https://a.b/c' } }],
    ['the same, its address itself', { video_url: 'https://a.b/c' }],
    ['sound without a type', { audio_url: { url: 'https://a.b/c' } }],
    ['sound in a part for text', { type: 'text', text: 'hi', input_audio: { data: packed } }],
    ['a video of Google', { inlineData: { mimeType: 'video/mp4', data: packed } }],
    ['the same, its type last', { inlineData: { data: packed, mimeType: 'video/mp4' } }],
  ])('is reserved as an hour of video, once: %s', (_name, part) => {
    expect(most([user([part])])).toBeGreaterThan(1_048_576);
    expect(most([user([part, part, part])])).toBeLessThan(1.5 * 1_048_576);
    expect(most([user([part]), ...filler])).toBeGreaterThan(most(filler) + 1_048_576);
  });

  it.each([
    ['an image by address', [{ type: 'image_url', image_url: { url: 'https://a.b/c.png' } }]],
    [
      'an image that is sent along',
      [{ type: 'image_url', image_url: { url: `data:image/png;base64,${packed}` } }],
    ],
    [
      'sound that is sent along',
      [{ type: 'input_audio', input_audio: { data: packed, format: 'mp3' } }],
    ],
    [
      'a document of plain text',
      [
        {
          type: 'document',
          source: { type: 'text', media_type: 'text/plain', data: 'word '.repeat(100) },
        },
      ],
    ],
    [
      'media that are not set',
      [{ type: 'text', text: 'hi', image_url: null, video_url: null, input_audio: null }],
    ],
    ['an address that somebody wrote', [{ type: 'text', text: 'https://a.b/c' }]],
    [
      'a file in the arguments of a tool',
      [{ type: 'text', text: JSON.stringify({ type: 'file', file_id: 'x', url: 'https://a.b' }) }],
    ],
  ])('does not apply to %s', (_name, content) => {
    expect(most([user(content)])).toBeLessThan(60_000);
  });
});
