import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAnthropicSimulator } from './anthropic/anthropic-simulator.ts';
import { startGeminiSimulator } from './gemini/gemini-simulator.ts';
import { startOpenAiSimulator } from './openai-simulator.ts';
import type { Simulator } from './simulator.ts';

/** A block, part or item of a response. */
interface Block {
  type?: string;
  id?: string;
  call_id?: string;
  functionCall?: object;
}
interface Answer {
  content?: Block[];
  candidates?: { content: { parts: Block[] } }[];
  output?: Block[];
}
interface Maker {
  name: string;
  path: string;
  /** Returns the pieces of a response. */
  read: (response: Answer) => Block[];
  /** Returns a body with the first turn, and the second if the vendor has responded. */
  turns: (text: string, completion: Block[] | undefined) => object;
  /** Changes to its response that must be refused. */
  spoilt: ((completion: Block[]) => Block[])[];
}

const change =
  (members: object) =>
  ([first, ...rest]: Block[]) => [{ ...first, ...members }, ...rest];
const without = (type: string) => (completion: Block[]) =>
  completion.filter((chunk) => chunk.type !== type);
const changeCall = (thoughtSignature?: string) => (completion: Block[]) =>
  completion.map((part) => (part.functionCall ? { ...part, thoughtSignature } : part));

const MAKERS: Maker[] = [
  {
    name: 'Anthropic',
    path: '/v1/messages',
    read: ({ content = [] }) => content,
    turns: (text, completion) => ({
      model: 'm',
      max_tokens: 9,
      tools: [{ name: 'f' }],
      messages: [
        { role: 'user', content: text },
        ...(completion ? [{ role: 'assistant', content: completion }, resultOf(completion)] : []),
      ],
    }),
    spoilt: [
      without('thinking'),
      without('redacted_thinking'),
      change({ signature: 'bm8=' }),
      change({ thinking: 'No.' }),
    ],
  },
  {
    name: 'Gemini',
    path: '/v1beta/models/gemini-3.1-pro:generateContent',
    read: ({ candidates }) => candidates?.[0]?.content.parts ?? [],
    turns: (text, completion) => ({
      tools: [{ functionDeclarations: [{ name: 'f' }] }],
      contents: [
        { role: 'user', parts: [{ text }] },
        ...(completion ? [{ role: 'model', parts: completion }] : []),
        ...(completion ? [{ role: 'user', parts: [{ functionResponse: { name: 'f' } }] }] : []),
      ],
    }),
    spoilt: [changeCall(), changeCall('bm8=')],
  },
  {
    name: 'OpenAI',
    path: '/v1/responses',
    read: ({ output = [] }) => output,
    turns: (text, completion) => ({
      model: 'm',
      tools: [{ name: 'f' }],
      include: ['reasoning.encrypted_content'],
      input: [
        { role: 'user', content: text },
        ...(completion ?? []),
        ...(completion
          ? [{ type: 'function_call_output', call_id: completion.at(-1)?.call_id }]
          : []),
      ],
    }),
    spoilt: [
      without('reasoning'),
      change({ encrypted_content: 'no' }),
      change({ encrypted_content: undefined }),
    ],
  },
];

const resultOf = (completion: Block[]) => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: completion.at(-1)?.id }],
});

let simulators: Simulator[] = [];
beforeAll(async () => {
  simulators = await Promise.all([
    startAnthropicSimulator({}),
    startGeminiSimulator({}),
    startOpenAiSimulator({}),
  ]);
});
afterAll(async () => {
  await Promise.all(simulators.map((simulator) => simulator.close()));
});

test.each(MAKERS.map((maker, index) => ({ ...maker, index })))(
  '$name accepts its reasoning back unchanged, and refuses it changed or left out',
  async ({ path, read, turns, spoilt, index }) => {
    const text = JSON.stringify({ sim: { thinking: 'Hm.' }, say: 'call tool' });
    const complete = (completion?: Block[]) =>
      fetch(`${simulators[index]?.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
        body: JSON.stringify(turns(text, completion)),
      });
    const first = await complete();
    expect(first.status).toBe(200);
    const completion = read((await first.json()) as Answer);
    expect((await complete(completion)).status).toBe(200);
    for (const spoil of spoilt) expect((await complete(spoil(completion))).status).toBe(400);
  },
);
