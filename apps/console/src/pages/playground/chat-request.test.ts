import { expect, test } from 'vitest';
import { chatRequest } from './chat-request.ts';
import {
  type Completion,
  type Conversation,
  newCompletion,
  newConversation,
} from './conversation.ts';
import { requestCode } from './request-code.ts';

const completionWith = (changes: Partial<Completion>): Completion => ({
  ...newCompletion('m'),
  state: 'done',
  ...changes,
});
const conversationWith = (changes: Partial<Conversation>): Conversation => ({
  ...newConversation('c', 0),
  ...changes,
});
const requestFor = (conversation: Conversation, turnId: string, steps = 0, side = 0) =>
  chatRequest(conversation, { model: 'm', side, turnId, steps });

test('a side sends only its own answers, without failed ones', () => {
  const conversation = conversationWith({
    turns: [
      {
        id: '1',
        text: 'one',
        pictures: [],
        sides: [[completionWith({ text: 'A' })], [completionWith({ text: 'B' })]],
      },
      {
        id: '2',
        text: 'two',
        pictures: [],
        sides: [[completionWith({ state: 'failed', text: 'x' })], []],
      },
      { id: '3', text: 'three', pictures: [], sides: [[], []] },
    ],
  });
  const contents = (side: number) =>
    requestFor(conversation, '3', 0, side).messages.map((m) => m.content);
  expect(contents(0)).toEqual(['one', 'A', 'two', 'three']);
  expect(contents(1)).toEqual(['one', 'B', 'two', 'three']);
});

test('unset parameters are left to the model', () => {
  const turns = [{ id: '1', text: 'hi', pictures: [], sides: [[]] }];
  expect(Object.keys(requestFor(conversationWith({ turns }), '1'))).toEqual(['model', 'messages']);
  const set = {
    system: 'Be brief.',
    temperature: 0,
    maxTokens: 5,
    topP: 1,
    thinking: 'low',
    tools: '[{"type":"function"}]',
  } as const;
  expect(requestFor(conversationWith({ turns, parameters: [set, set] }), '1')).toEqual({
    model: 'm',
    messages: [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'hi' },
    ],
    temperature: 0,
    max_tokens: 5,
    top_p: 1,
    reasoning_effort: 'low',
    tools: [{ type: 'function' }],
  });
});

test('a tool call is sent with the entered result, and a call without one is left out', () => {
  const calls = [
    { id: 'a', name: 'weather', arguments: '{}', result: '18 °C' },
    { id: 'b', name: 'time', arguments: '{}' },
  ];
  const turns = [
    { id: '1', text: 'hi', pictures: [], sides: [[completionWith({ toolCalls: calls })]] },
  ];
  expect(requestFor(conversationWith({ turns }), '1', 1).messages.slice(1)).toEqual([
    {
      role: 'assistant',
      content: '',
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'weather', arguments: '{}' } }],
    },
    { role: 'tool', tool_call_id: 'a', content: '18 °C' },
  ]);
});

test('images are sent with the text of a question', () => {
  const url = 'data:image/png;base64,AAAA';
  const turns = [{ id: '1', text: 'What is it?', pictures: [url], sides: [[]] }];
  expect(requestFor(conversationWith({ turns }), '1').messages).toEqual([
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is it?' },
        { type: 'image_url', image_url: { url } },
      ],
    },
  ]);
});

test('the code samples make the same call: JSON for curl and Node, keywords and True for Python', () => {
  const body = { model: "o'neil", stop: null, logprobs: true, messages: [{ role: 'user' }] };
  const [curl, python, node] = requestCode(body, { site: 'https://g.example', secret: 'sk-x' });
  const quoted = /-d '(.*)'$/s.exec(curl?.code ?? '')?.[1]?.replaceAll(String.raw`'\''`, "'");
  expect(JSON.parse(quoted ?? '')).toEqual({ ...body, stream: true });
  expect(python?.code).toContain('    stop=None,\n    logprobs=True,\n');
  expect(node?.code).toContain('"model": "o\'neil"');
});

test('an image-only question is not empty after its image is lost', () => {
  const turn = { id: 't', text: '', pictures: [], lostPictures: 1, sides: [[]] };
  const conversation = conversationWith({ turns: [turn] });
  const { messages } = requestFor(conversation, 't');
  expect(messages).toEqual([{ role: 'user', content: expect.stringMatching(/./) }]);
});
