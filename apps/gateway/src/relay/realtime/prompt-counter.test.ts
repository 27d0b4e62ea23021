import { expect, test } from 'vitest';
import { PromptCounter } from './prompt-counter.ts';

const LONGEST_PROMPT = 131_072;
const count = (...events: object[]) => {
  const counter = new PromptCounter();
  for (const event of events) counter.add(Buffer.from(JSON.stringify(event)), 'gpt-realtime');
  return counter.tokens;
};
const item = {
  type: 'conversation.item.create',
  item: { id: 'a', content: [{ type: 'input_text', text: 'x'.repeat(5000) }] },
};
const refer = (...ids: string[]) => ({
  type: 'response.create',
  response: { conversation: 'none', input: ids.map((id) => ({ type: 'item_reference', id })) },
});

test('a response that reads one item several times may have the longest prompt', () => {
  expect(count(item, refer('a', 'b'))).toBeLessThan(6000);
  expect(count(item, refer('a', 'b', 'a'))).toBe(LONGEST_PROMPT);
});
