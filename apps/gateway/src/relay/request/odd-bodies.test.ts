import { CHAT_DIALECTS } from '@tollgate/contract';
import type { Dialect } from '@tollgate/dialects';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DialectScene,
  MODEL_OF,
  startDialectScene,
} from '../../../test-support/dialect-scene.ts';

const GOOD: Readonly<Record<Dialect, object>> = {
  'openai-chat': {
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    tools: [{ type: 'function', function: { name: 'f', parameters: {} } }],
  },
  'openai-responses': {
    input: [{ role: 'user', content: [{ type: 'input_text', text: 'Hi' }] }],
    tools: [{ type: 'function', name: 'f', parameters: {} }],
  },
  'anthropic-messages': {
    max_tokens: 9,
    system: [{ type: 'text', text: 'Hi' }],
    messages: [{ role: 'user', content: [{ type: 'text', text: 'Hi' }] }],
    tools: [{ name: 'f', input_schema: { type: 'object' } }],
  },
  'gemini-generate': {
    systemInstruction: { parts: [{ text: 'Hi' }] },
    contents: [{ role: 'user', parts: [{ text: 'Hi' }] }],
    tools: [{ functionDeclarations: [{ name: 'f' }] }],
    generationConfig: { temperature: 1 },
  },
};
/** Within one dialect the upstream validates the body; between two we must parse it. */
const PAIRS = CHAT_DIALECTS.flatMap((from) =>
  CHAT_DIALECTS.filter((to) => to !== from).map((to) => [from, to] as const),
);
const ODD: readonly unknown[] = [
  null,
  0,
  -1,
  true,
  '',
  'x',
  [],
  [null],
  [[]],
  {},
  { a: {} },
  1e308,
];

/** Yields the value with each of its members in turn, at any depth, replaced by something odd. */
function* spoil(value: unknown, odd: unknown): Generator<unknown> {
  yield odd;
  if (Array.isArray(value))
    for (const [at, item] of value.entries())
      for (const spoiled of spoil(item, odd)) yield value.with(at, spoiled);
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value))
      for (const spoiled of spoil(member, odd)) yield { ...value, [name]: spoiled };
}

describe('bodies with odd members', () => {
  let scene: DialectScene;
  beforeAll(async () => {
    scene = await startDialectScene();
  });
  afterAll(() => scene.close());

  const pathOf = (dialect: Dialect, model: string) =>
    ({
      'openai-chat': '/v1/chat/completions',
      'openai-responses': '/v1/responses',
      'anthropic-messages': '/v1/messages',
      'gemini-generate': `/v1beta/models/${model}:generateContent`,
    })[dialect];

  test.each(PAIRS)(
    'odd bodies of a %s client before %s are served or refused as the client’s error',
    async (from, to) => {
      const model = MODEL_OF[to];
      const wrong: string[] = [];
      const tryBody = async (spoiled: unknown) => {
        const isObject = typeof spoiled === 'object' && !Array.isArray(spoiled);
        const body = JSON.stringify(isObject ? { model, ...spoiled } : spoiled);
        const response = await fetch(scene.gateway.url + pathOf(from, model), {
          method: 'POST',
          headers: { authorization: `Bearer ${scene.target.secret}` },
          body,
        });
        const text = await response.text();
        JSON.parse(text);
        if (response.status >= 500) wrong.push(`${body} → ${response.status} ${text}`);
      };
      const bodies = ODD.flatMap((odd) => [...spoil(GOOD[from], odd)]);
      for (let at = 0; at < bodies.length; at += 16)
        await Promise.all(bodies.slice(at, at + 16).map(tryBody));
      expect(wrong).toEqual([]);
    },
  );
});
