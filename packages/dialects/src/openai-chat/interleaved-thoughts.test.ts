import { expect, it } from 'vitest';
import { receiveStream, sendUpstream } from '../testing/translate-call.ts';

const WAY = { from: 'openai-chat', to: 'anthropic-messages', model: 'claude-sonnet-4-5' } as const;
const QUESTION = { role: 'user', content: 'Hi' };
const block = (index: number, content_block: object, ...deltas: object[]) => [
  { type: 'content_block_start', index, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
];
const thought = (index: number, thinking: string, signature: string) =>
  block(
    index,
    { type: 'thinking', thinking: '', signature: '' },
    { type: 'thinking_delta', thinking },
    { type: 'signature_delta', signature },
  );
const EVENTS = [
  {
    type: 'message_start',
    message: { id: 'm', role: 'assistant', model: 'c', content: [], usage: { input_tokens: 1 } },
  },
  ...thought(0, 'First.', 'proof-one'),
  ...block(1, { type: 'text', text: '' }, { type: 'text_delta', text: 'Look.' }),
  ...thought(2, 'Second.', 'proof-two'),
  ...block(3, { type: 'text', text: '' }, { type: 'text_delta', text: 'Done.' }),
  ...thought(4, 'Third.', 'proof-three'),
  { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 9 } },
  { type: 'message_stop' },
];
type Detail = { readonly index: number; readonly [name: string]: unknown };

/** How OpenAI's JavaScript client accumulates unknown members: the last one wins. */
const keepLast = (_before: readonly Detail[], list: readonly Detail[]) => list;
/** How the Python client does: entries with the same index are merged, their texts concatenated. */
function joinByIndex(before: readonly Detail[], list: readonly Detail[]): readonly Detail[] {
  const joined = new Map(before.map((detail) => [detail.index, detail]));
  for (const detail of list) {
    const known = joined.get(detail.index) ?? { index: detail.index };
    const grown = Object.entries(detail).map(([name, value]) => {
      const old = name === 'type' || name === 'index' ? undefined : known[name];
      return [name, typeof old === 'string' ? old + String(value) : value];
    });
    joined.set(detail.index, { ...known, ...Object.fromEntries(grown) } as Detail);
  }
  return [...joined.values()];
}

it.each([
  ['keeps the last list', keepLast],
  ['joins by index', joinByIndex],
])('all signed thoughts between texts survive a client that %s', (_how, join) => {
  const chunks = receiveStream({ ...WAY, body: { model: 'm', messages: [QUESTION] } }, EVENTS);
  const lists = chunks.flatMap(({ choices }) => {
    const details = choices?.[0]?.delta?.reasoning_details;
    return details ? [details as unknown as Detail[]] : [];
  });
  expect(lists[0]).toMatchObject([{ text: 'First.', index: 0 }]);
  const reasoning_details = lists.reduce<readonly Detail[]>(join, []);
  const assistantMessage = { role: 'assistant', content: 'Look.Done.', reasoning_details };
  const { messages } = sendUpstream({
    ...WAY,
    body: { model: 'm', messages: [QUESTION, assistantMessage, QUESTION] },
  });
  expect(messages?.[1]?.content).toEqual([
    { type: 'thinking', thinking: 'First.', signature: 'proof-one' },
    { type: 'thinking', thinking: 'Second.', signature: 'proof-two' },
    { type: 'thinking', thinking: 'Third.', signature: 'proof-three' },
    { type: 'text', text: 'Look.Done.' },
  ]);
});
