import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { listTopLevelMembers } from '../json/top-level-members.ts';
import { estimatePrompt } from './estimate-prompt.ts';

const members = new Map([['messages', 'media']] as const);
const user = (content: unknown) => ({ role: 'user', content });

describe('what stands elsewhere', () => {
  const most = (messages: unknown) => {
    const bytes = encodeText(JSON.stringify({ model: 'm', messages }));
    return estimatePrompt(members, bytes, listTopLevelMembers(bytes) ?? []).maxWithoutImages;
  };
  const filler = Array.from({ length: 30_000 }, () => user('hi'));

  it.each([
    ['a document by address', { type: 'document', source: { type: 'url', url: 'https://a.b/c' } }],
    [
      'the same, its type last',
      { source: { url: 'https://a.b/c', type: 'url' }, type: 'document' },
    ],
    ['a file of the provider', { type: 'file', file: { file_id: 'file-1' } }],
    ['an input file by address', { type: 'input_file', file_url: 'https://a.b/c' }],
    ['a file of Google', { fileData: { fileUri: 'https://a.b/c' } }],
    ['a video by address', { type: 'video_url', video_url: { url: 'https://a.b/c' } }],
  ])('is reserved as the longest prompt at a plain price, once: %s', (_name, part) => {
    expect(most([user([part])])).toBeGreaterThan(272_000);
    expect(most([user([part, part, part])])).toBeLessThan(2 * 272_000);
    expect(most([user([part]), ...filler])).toBeGreaterThan(most(filler) + 272_000);
  });

  it.each([
    ['an image by address', [{ type: 'image_url', image_url: { url: 'https://a.b/c.png' } }]],
    [
      'a document that is there',
      [{ type: 'file', file: { file_data: 'iVBORw0KGgoAAAANSUhEUgAAAAEA'.repeat(100) } }],
    ],
    [
      'a file in the arguments of a tool',
      [{ type: 'text', text: JSON.stringify({ type: 'file', file_id: 'x', url: 'https://a.b' }) }],
    ],
  ])('leaves %s as it is', (_name, content) => {
    expect(most([user(content)])).toBeLessThan(60_000);
  });
});
