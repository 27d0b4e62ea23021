import { expect, it } from 'vitest';
import { receiveResponse, receiveStream } from '../testing/translate-call.ts';

const input = {
  from: 'openai-chat' as const,
  to: 'openai-responses' as const,
  model: 'gpt-oss-120b',
  body: { model: 'm', messages: [{ role: 'user', content: 'Hi' }] },
};
const TEXTS = ['One.', 'Two.'];
const item = {
  id: 'rs_1',
  type: 'reasoning',
  summary: [],
  content: TEXTS.map((text) => ({ type: 'reasoning_text', text })),
  encrypted_content: 'sealed',
};
const at = (content_index: number) => ({ item_id: 'rs_1', output_index: 0, content_index });
const usage = { input_tokens: 1, output_tokens: 1, total_tokens: 2 };
const response = { id: 'resp_1', model: 'm', status: 'completed', output: [item], usage };

/** Servers of open models stream the texts themselves, each as a content part. */
const EVENTS = [
  { type: 'response.created', response: { ...response, status: 'in_progress', output: [] } },
  {
    type: 'response.output_item.added',
    output_index: 0,
    item: { ...item, content: [], encrypted_content: null },
  },
  ...TEXTS.flatMap((text, index) => [
    {
      type: 'response.content_part.added',
      ...at(index),
      part: { type: 'reasoning_text', text: '' },
    },
    { type: 'response.reasoning_text.delta', ...at(index), delta: text },
    { type: 'response.reasoning_text.done', ...at(index), text },
    { type: 'response.content_part.done', ...at(index), part: { type: 'reasoning_text', text } },
  ]),
  { type: 'response.output_item.done', output_index: 0, item },
  { type: 'response.completed', response },
];

it('all texts of reasoning and its signature arrive in a stream as in a whole response', () => {
  const message = receiveResponse(input, response).choices?.[0]?.message;
  expect(message?.reasoning_content).toBe('One.\n\nTwo.');
  const deltas = receiveStream(input, EVENTS).map(({ choices }) => choices?.[0]?.delta);
  const text = deltas.map((delta) => delta?.reasoning_content ?? '').join('');
  expect(text).toBe(message?.reasoning_content);
  const details = deltas.flatMap((delta) => [...(delta?.reasoning_details ?? [])]);
  expect(details).toEqual(message?.reasoning_details);
});
