import { describe, expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { maxImageTokensOf } from '../limits/image-tokens.ts';
import { longestPromptOf } from '../token-estimator/longest-prompt.ts';
import { readCall } from '../translate/client-call.ts';

const model = 'jina-embeddings-v4';
const IMAGE = maxImageTokensOf(model);
const URL_TEXT = 'https://a.example/b';

function factsOf(kind: 'embeddings' | 'rerank', members: object) {
  const read = readCall({
    dialect: 'openai-chat',
    kind,
    bytes: encodeText(JSON.stringify({ model, ...members })),
  });
  if (!read.ok) throw new Error(read.fault.message);
  const { images, promptTokensMax, promptTokensEstimate } = read.call.request;
  return { images, promptTokensMax, promptTokensEstimate };
}

describe('an input without a type', () => {
  it.each([
    ['an image by its address', [{ image: URL_TEXT }], 1],
    ['an image as bytes', [{ image: 'aGVsbG8=' }], 1],
    ['images beside text', [{ text: 'hi', image: URL_TEXT }, 'hi', { image: URL_TEXT }], 2],
    ['a list of images', [{ images: [URL_TEXT, URL_TEXT, URL_TEXT] }], 3],
    ['an image by its former name', [{ url: URL_TEXT }, { bytes: 'aGVsbG8=' }], 2],
    ['an escaped name', [{ image: URL_TEXT }], 1],
  ])('is reserved as the images that it has: %s', (_name, input, images) => {
    const body = JSON.stringify({ model, input }).replaceAll('"image"', String.raw`"im\u0061ge"`);
    const read = readCall({ dialect: 'openai-chat', kind: 'embeddings', bytes: encodeText(body) });
    expect(read.ok && read.call.request.images).toBe(images);
    const facts = factsOf('embeddings', { input });
    expect(facts.promptTokensMax).toBeGreaterThanOrEqual(images * IMAGE);
    expect(facts.promptTokensEstimate).toBeGreaterThan(images * 1000);
  });

  it.each(['pdf', 'video', 'audio', 'file'])(
    'is reserved as the longest prompt if it has a %s',
    (name) => {
      const { promptTokensMax } = factsOf('embeddings', { input: [{ [name]: URL_TEXT }] });
      expect(promptTokensMax).toBeGreaterThanOrEqual(longestPromptOf(model));
    },
  );

  it.each([
    ['texts', ['https://a.example/b.png', 'image']],
    ['texts as objects', [{ text: URL_TEXT }, { image: null }]],
    ['tokens', [1, 2, 3]],
  ])('is reserved as its bytes if it has only %s', (_name, input) => {
    const facts = factsOf('embeddings', { input });
    expect(facts.images).toBeUndefined();
    expect(facts.promptTokensMax).toBeLessThan(200);
  });
});

describe('a document to be ranked', () => {
  const documentsOf = (document: object) =>
    factsOf('rerank', { query: 'q', documents: ['a', document] });

  it('is reserved with all of its members, as some upstreams read them', () => {
    const title = 'z'.repeat(5000);
    expect(documentsOf({ text: 'a', title }).promptTokensMax).toBeGreaterThan(5000);
    expect(documentsOf({ text: 'a', content: title }).promptTokensMax).toBeGreaterThan(5000);
  });

  it('is reserved with its image, but not with the page where it is from', () => {
    expect(documentsOf({ text: '', image: URL_TEXT })).toMatchObject({ images: 1 });
    expect(documentsOf({ text: '', image: URL_TEXT }).promptTokensMax).toBeGreaterThan(IMAGE);
    expect(documentsOf({ text: 'a', url: URL_TEXT }).promptTokensMax).toBeLessThan(500);
  });
});
