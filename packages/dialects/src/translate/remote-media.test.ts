import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { decodeText } from '../json/parse-json.ts';
import { readCall } from './client-call.ts';
import { openTranslation } from './open-translation.ts';
import { listRemoteMedia } from './remote-media.ts';

const IMAGE = 'https://example.com/a.png';
const body = {
  model: 'm',
  max_tokens: 9,
  messages: [
    { role: 'user', content: [{ type: 'image', source: { type: 'url', url: IMAGE } }] },
    { role: 'assistant', content: [{ type: 'tool_use', id: 't', name: 'shot', input: {} }] },
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 't',
          content: [{ type: 'image', source: { type: 'url', url: IMAGE } }],
        },
        { type: 'document', source: { type: 'url', url: 'https://example.com/b.pdf' } },
      ],
    },
  ],
};

function callOf(value: object) {
  const read = readCall({
    dialect: 'anthropic-messages',
    bytes: encodeText(JSON.stringify(value)),
  });
  if (!read.ok) throw new Error(read.fault.message);
  return read.call;
}

describe('media by URL', () => {
  it('are listed once each, including those in tool results', () => {
    expect(listRemoteMedia(callOf(body))).toEqual([IMAGE, 'https://example.com/b.pdf']);
    expect(listRemoteMedia(callOf({ ...body, messages: [{ role: 'x' }] }))).toEqual([]);
  });

  it('are sent as bytes once fetched, without a warning', () => {
    const opened = openTranslation({
      call: callOf(body),
      to: 'gemini-generate',
      upstreamModel: 'gemini-2.5-flash',
      id: 'r',
      createdSeconds: 0,
      injectUsage: false,
      fetchedMedia: new Map([
        [IMAGE, { mediaType: 'image/png', data: 'AAAA' }],
        ['https://example.com/b.pdf', { mediaType: 'application/pdf', data: 'BBBB' }],
      ]),
    });
    if (!opened.ok) throw new Error(opened.fault.message);
    const text = decodeText(opened.translation.body);
    expect(text).not.toContain('example.com');
    expect(text.match(/"inlineData"/g)).toHaveLength(3);
    expect(opened.translation.warnings.map(({ feature }) => feature)).toEqual([
      'tool_result_media',
    ]);
  });
});
