import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { maxImageTokensOf } from '../limits/image-tokens.ts';
import { readCall } from '../translate/client-call.ts';

const URL_TEXT = 'https://a.example/b.png';
const model = 'qwen-vl-max';
const IMAGE = maxImageTokensOf(model);

function imagesOf(content: readonly unknown[], further: readonly unknown[] = []) {
  const messages = [{ role: 'user', content }, ...further];
  const bytes = encodeText(JSON.stringify({ model, messages }));
  const read = readCall({ dialect: 'openai-chat', kind: 'chat', bytes });
  if (!read.ok) throw new Error(read.fault.message);
  return read.call.request;
}

const typed = { type: 'image_url', image_url: { url: URL_TEXT } };
/** So many strings that a value is only sampled. */
const FILLER = Array.from({ length: 30_000 }, () => ({ role: 'user', content: 'hi' }));

describe.each([
  ['a short chat', []],
  ['a chat that is only sampled', FILLER],
] as const)('images in %s', (_name, further) => {
  it.each([
    ['without a type', [{ image_url: { url: URL_TEXT } }, { image_url: URL_TEXT }], 2],
    ['in a part for text', [{ type: 'text', text: 'hi', uuid: 'a', image_url: URL_TEXT }], 1],
    ['of a type in capitals', [{ type: 'IMAGE_URL', image_url: URL_TEXT }], 1],
    ['beside those with a type', [typed, { image_url: URL_TEXT }, typed], 3],
    ['with a type', [typed, { type: 'input_image', image_url: URL_TEXT }], 2],
    ['that are not set', [{ type: 'text', text: 'hi', image_url: null }], undefined],
  ])('are reserved, each once: %s', (_case, content, images) => {
    const call = imagesOf(content, further);
    expect(call.images).toBe(images);
    expect(call.promptTokensMax).toBeGreaterThanOrEqual((images ?? 0) * IMAGE);
  });
});
