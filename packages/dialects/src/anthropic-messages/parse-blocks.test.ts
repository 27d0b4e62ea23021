import { expect, it } from 'vitest';
import { sendUpstream, warningsOf } from '../testing/translate-call.ts';

const text = (words: string) => ({ type: 'text', text: words });
const translationInput = (content: readonly object[]) => ({
  from: 'anthropic-messages' as const,
  to: 'openai-chat' as const,
  model: 'gpt-4o',
  body: { model: 'm', max_tokens: 9, messages: [{ role: 'user', content }] },
});

it('search results of the client are sent as texts, with title and origin', () => {
  const result = {
    type: 'search_result',
    source: 'https://example.com/a',
    title: 'Facts',
    content: [text('One.'), text('Two.')],
    citations: { enabled: true },
  };
  const input = translationInput([result, text('How many?')]);
  expect(sendUpstream(input).messages?.[0]?.content).toEqual([
    text('Facts – https://example.com/a\nOne.\nTwo.'),
    text('How many?'),
  ]);
  expect(warningsOf(input)).toEqual([]);
});

it('what a document is about precedes it, and its images follow', () => {
  const image = {
    type: 'image',
    source: { type: 'base64', media_type: 'image/png', data: 'AAAA' },
  };
  const document = {
    type: 'document',
    title: 'Facts',
    context: 'From 2019.',
    source: { type: 'content', content: [text('One.'), image, text('Two.')] },
  };
  const input = translationInput([document, text('How many?')]);
  expect(sendUpstream(input).messages?.[0]?.content).toEqual([
    text('From 2019.'),
    text('Facts\nOne.\nTwo.'),
    { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
    text('How many?'),
  ]);
  expect(warningsOf(input)).toEqual([]);
});
