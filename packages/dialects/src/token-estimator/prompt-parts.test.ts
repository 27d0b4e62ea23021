import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { readCall } from '../translate/client-call.ts';

const LONGEST = 272_000;

function promptMaxOf(messages: string): number {
  const bytes = encodeText(`{"model":"qwen-omni","messages":[${messages}]}`);
  const read = readCall({ dialect: 'openai-chat', kind: 'chat', bytes });
  if (!read.ok) throw new Error(read.fault.message);
  return read.call.request.promptTokensMax;
}

const user = (content: string) => `{"role":"user","content":${content}}`;
const sound = (data: string) => user(`[{"type":"input_audio","input_audio":{"data":"${data}"}}]`);
const video = (address: string) => user(`[{"type":"video","video":["${address}"]}]`);
/** So many strings that a value is only sampled. */
const FILLER = Array.from({ length: 30_000 }, () => user('"hi"')).join(',');

describe.each([
  ['a short chat', ''],
  ['a chat that is only sampled', `,${FILLER}`],
])('in %s, content that a provider fetches', (_name, further) => {
  const without = promptMaxOf(user('"hi"') + further);

  it.each([
    ['as usual', 'https://a.example/b'],
    ['with escaped slashes, as PHP writes it', String.raw`https:\/\/a.example\/b`],
    ['with other escapes', String.raw`\u0068ttps\u003a\u002f/a.example/b`],
    ['in capitals', 'HTTPS://a.example/b'],
    ['after spaces', String.raw`${' '.repeat(200)}\n\u0020https://a.example/b`],
    ['after more spaces than anybody writes', `${' '.repeat(9000)}https://a.example/b`],
    ['of another scheme', 'oss://a.example/b'],
    ['with as many characters as encoded bytes have', `https://a.example/${'b'.repeat(400)}`],
  ])('is reserved as the longest prompt, its address written %s', (_case, address) => {
    expect(promptMaxOf(sound(address) + further)).toBeGreaterThan(without + LONGEST);
    expect(promptMaxOf(video(address) + further)).toBeGreaterThan(without + LONGEST);
  });

  it.each([
    ['as usual', 'data:application/pdf;base64,'],
    ['with an escaped slash', String.raw`data:application\/pdf;base64,`],
    ['with other escapes', String.raw`\u0064ata\u003aapplication/pdf;base64,`],
    ['in capitals', 'DATA:application/pdf;base64,'],
    ['after spaces', String.raw`\n data:application/pdf;base64,`],
    ['without a type', 'data:;base64,'],
  ])('is as long if it is a document in place of an image, its URL written %s', (_case, head) => {
    const url = `${head}${'JVBERi0xLjcKAAAAANSUhEUgAAAAEA'.repeat(100)}`;
    const image = user(`[{"type":"image_url","image_url":{"url":"${url}"}}]`);
    expect(promptMaxOf(image + further)).toBeGreaterThan(without + LONGEST);
  });

  it.each([
    ['an address in a text', user('[{"type":"text","text":"https://a.example/b"}]')],
    ['an image', user('[{"type":"image_url","image_url":{"url":"https://a.example/b"}}]')],
    [
      'an image whose slash is escaped',
      user(
        String.raw`[{"type":"image_url","image_url":{"url":"data:image\/png;base64,${'iVBORw0K'.repeat(40)}"}}]`,
      ),
    ],
    ['a thought', user(`[{"reasoning_content":"Data: ${'words '.repeat(60)}"}]`)],
    ['the path of a file', user('[{"type":"text","text":"a","path":"c:/a/b"}]')],
  ])('is not assumed in %s', (_case, message) => {
    expect(promptMaxOf(message + further)).toBeLessThan(without + 60_000);
  });
});

describe.each([
  ['a short conversation', 0],
  ['one that is only sampled', 30_000],
])('a screenshot of a computer that a model uses, in %s', (_name, filler) => {
  it.each(['https://a.example/b', `data:image/png;base64,${'iVBORw0K'.repeat(200)}`])(
    'is reserved as an image: %s',
    (address) => {
      const output = { type: 'computer_screenshot', image_url: address };
      const shot = { type: 'computer_call_output', call_id: 'a', output };
      const words = Array.from({ length: filler }, () => ({ role: 'user', content: 'hi' }));
      const bytes = encodeText(
        JSON.stringify({ model: 'computer-use-preview', input: [shot, shot, ...words] }),
      );
      const read = readCall({ dialect: 'openai-responses', bytes });
      expect(read.ok && read.call.request.images).toBe(2);
    },
  );
});
