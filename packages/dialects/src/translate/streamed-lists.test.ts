import { expect, it } from 'vitest';
import { receiveStream } from '../testing/translate-call.ts';

const created = { type: 'response.created', response: { id: 'resp_1', model: 'm' } };
const completed = (output: readonly object[]) => ({
  type: 'response.completed',
  response: { id: 'resp_1', model: 'm', status: 'completed', output },
});

it('all citations of a stream are in one list, as OpenAI’s client keeps only the last', () => {
  const body = { model: 'm', messages: [{ role: 'user', content: 'x' }] };
  const cite = (index: number) => ({
    type: 'response.output_text.annotation.added',
    output_index: 0,
    content_index: 0,
    annotation: { type: 'url_citation', url: `https://example.com/${index}`, title: 'T' },
  });
  const events = receiveStream({ from: 'openai-chat', to: 'openai-responses', body }, [
    created,
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message', content: [] } },
    {
      type: 'response.content_part.added',
      output_index: 0,
      content_index: 0,
      part: { type: 'output_text', text: '' },
    },
    { type: 'response.output_text.delta', output_index: 0, content_index: 0, delta: 'Hi' },
    cite(1),
    cite(2),
    completed([]),
  ]);
  const lists = events.flatMap(({ choices }) => choices?.[0]?.delta?.annotations ?? []);
  expect(lists).toHaveLength(2);
  const deltas = events.filter(({ choices }) => choices?.[0]?.delta?.annotations);
  expect(deltas).toHaveLength(1);
});

it('hidden thoughts have a text of their own for Gemini’s clients, which sign the part before otherwise', () => {
  const body = { contents: [{ role: 'user', parts: [{ text: 'x' }] }] };
  const item = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'sealed' };
  const events = receiveStream({ from: 'gemini-generate', to: 'openai-responses', body }, [
    created,
    { type: 'response.output_item.added', output_index: 0, item },
    { type: 'response.output_item.done', output_index: 0, item },
    completed([item]),
  ]);
  const part = events[0]?.candidates?.[0]?.content?.parts?.[0];
  expect(part).toMatchObject({ text: ' ', thought: true });
  expect(part).toHaveProperty('thoughtSignature');
});
