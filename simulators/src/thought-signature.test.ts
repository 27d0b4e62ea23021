import { afterAll, beforeAll, expect, test } from 'vitest';
import { startAnthropicSimulator } from './anthropic/anthropic-simulator.ts';
import { startGeminiSimulator } from './gemini/gemini-simulator.ts';
import { startOpenAiSimulator } from './openai-simulator.ts';
import type { Simulator } from './simulator.ts';

/** A block, part or item of a response. */
interface Piece {
  type?: string;
  id?: string;
  call_id?: string;
  functionCall?: object;
}
interface Answer {
  content?: Piece[];
  candidates?: { content: { parts: Piece[] } }[];
  output?: Piece[];
}
interface Maker {
  name: string;
  path: string;
  /** Returns the pieces of a response. */
  read: (response: Answer) => Piece[];
  /** Returns a body with the first turn, and the second if the vendor has responded. */
  turns: (text: string, said: Piece[] | undefined) => object;
  /** Changes to its response that must be refused. */
  spoilt: ((said: Piece[]) => Piece[])[];
}

const change =
  (members: object) =>
  ([first, ...rest]: Piece[]) => [{ ...first, ...members }, ...rest];
const without = (type: string) => (said: Piece[]) => said.filter((piece) => piece.type !== type);
const changeCall = (thoughtSignature?: string) => (said: Piece[]) =>
  said.map((part) => (part.functionCall ? { ...part, thoughtSignature } : part));

const MAKERS: Maker[] = [
  {
    name: 'Anthropic',
    path: '/v1/messages',
    read: ({ content = [] }) => content,
    turns: (text, said) => ({
      model: 'm',
      max_tokens: 9,
      tools: [{ name: 'f' }],
      messages: [
        { role: 'user', content: text },
        ...(said ? [{ role: 'assistant', content: said }, resultOf(said)] : []),
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
    turns: (text, said) => ({
      tools: [{ functionDeclarations: [{ name: 'f' }] }],
      contents: [
        { role: 'user', parts: [{ text }] },
        ...(said ? [{ role: 'model', parts: said }] : []),
        ...(said ? [{ role: 'user', parts: [{ functionResponse: { name: 'f' } }] }] : []),
      ],
    }),
    spoilt: [changeCall(), changeCall('bm8=')],
  },
  {
    name: 'OpenAI',
    path: '/v1/responses',
    read: ({ output = [] }) => output,
    turns: (text, said) => ({
      model: 'm',
      tools: [{ name: 'f' }],
      include: ['reasoning.encrypted_content'],
      input: [
        { role: 'user', content: text },
        ...(said ?? []),
        ...(said ? [{ type: 'function_call_output', call_id: said.at(-1)?.call_id }] : []),
      ],
    }),
    spoilt: [
      without('reasoning'),
      change({ encrypted_content: 'no' }),
      change({ encrypted_content: undefined }),
    ],
  },
];

const resultOf = (said: Piece[]) => ({
  role: 'user',
  content: [{ type: 'tool_result', tool_use_id: said.at(-1)?.id }],
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
    const ask = (said?: Piece[]) =>
      fetch(`${simulators[index]?.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
        body: JSON.stringify(turns(text, said)),
      });
    const first = await ask();
    expect(first.status).toBe(200);
    const said = read((await first.json()) as Answer);
    expect((await ask(said)).status).toBe(200);
    for (const spoil of spoilt) expect((await ask(spoil(said))).status).toBe(400);
  },
);
