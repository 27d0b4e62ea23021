import { expect, it } from 'vitest';
import { encodeText } from '../json/encode-text.ts';
import { readCall } from '../translate/client-call.ts';

function read(members: object) {
  const bytes = encodeText(JSON.stringify({ model: 'm', input: 'Hi', ...members }));
  const result = readCall({ dialect: 'openai-responses', bytes });
  if (!result.ok) throw new Error(result.fault.message);
  return result.call.request;
}

const previous = { previous_response_id: 'resp_1' };

it('a prompt that continues a response is bounded without its conversation, too', () => {
  const { ownPromptTokensMax: requestTokens = 0, promptTokensMax } = read(previous);
  expect(requestTokens).toBeLessThan(1000);
  expect(promptTokensMax - requestTokens).toBe(272_000);
});

it.each([
  ['continues nothing', {}],
  ['names a stored prompt', { ...previous, prompt: { id: 'p' } }],
  ['names a conversation', { ...previous, conversation: 'c' }],
  ['names an item', { ...previous, input: [{ type: 'item_reference', id: 'rs_1' }] }],
  [
    'names a file',
    {
      ...previous,
      input: [{ role: 'user', content: [{ type: 'input_file', file_id: 'file-1' }] }],
    },
  ],
])('a prompt that %s is bounded only as a whole', (_what, members) => {
  expect(read(members).ownPromptTokensMax).toBeUndefined();
});

it.each([
  [{ truncation: 'auto' }, true],
  [{ truncation: 'disabled' }, undefined],
  [{ truncation: null }, undefined],
  [{ context_management: [{ type: 'compaction' }] }, true],
  [{}, undefined],
])('a call with %j shortens its history: %s', (members, shortens) => {
  expect(read(members).shortensHistory).toBe(shortens);
});
