import type { Dialect } from '@tollgate/dialects';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DialectClient } from '../../../test-support/dialect-clients/dialect-client.ts';
import {
  type DialectScene,
  MODEL_OF,
  startDialectScene,
} from '../../../test-support/dialect-scene.ts';
import { PAIRS, TOOLS } from '../../../test-support/pair-cases.ts';

/** A prompt that makes the simulator think and call the tools. */
const TEXT = JSON.stringify({ sim: { thinking: 'Let me think.' }, say: 'call tool' });

/** What each vendor's signature of its thoughts looks like in the second turn. */
const PROOFS: Readonly<Partial<Record<Dialect, RegExp>>> = {
  'openai-responses': /"type":"reasoning".*"encrypted_content":"[\w+/]{43}="/,
  'anthropic-messages': /"signature":"[\w+/]{43}=".*"type":"redacted_thinking"/,
  'gemini-generate': /"functionCall":.*"thoughtSignature":"[\w+/]{43}="/,
};
const SIGNED = PAIRS.filter(([, to]) => PROOFS[to]);
/**
 * For chat completions the package keeps only ids, not thoughts; Google's signatures are embedded in those.
 */
const AI_SIGNED = SIGNED.filter(([from, to]) => from !== 'openai-chat' || to === 'gemini-generate');

let scene: DialectScene;
beforeAll(async () => {
  scene = await startDialectScene();
});
afterAll(() => scene.close());

/** Makes two turns with a vendor that rejects the second if its signature is missing or was changed. */
async function checkSignatures(client: DialectClient, to: Dialect, stream: boolean) {
  const question = { model: MODEL_OF[to], text: TEXT, tools: TOOLS, thinks: true, stream };
  const first = await client.ask(question);
  expect(first.calls.map(({ name }) => name)).toEqual(TOOLS);
  const second = await client.ask({ ...question, after: { response: first, results: ['a', 'b'] } });
  expect(second).toMatchObject({ text: 'Hello from the simulator.', calls: [] });
  const { body } = scene.simulators[to].requests.at(-1) ?? {};
  expect(body).toMatch(PROOFS[to] ?? /^$/);
  expect(body).not.toContain('tg1');
}

describe.each(SIGNED)('thoughts that a client of %s gets from %s', (from, to) => {
  test.each([false, true])(
    'return to their vendor with their signature unchanged (stream: %s)',
    (stream) => checkSignatures(scene.clients[from], to, stream),
  );
});

describe.each(AI_SIGNED)(
  'thoughts that the ai package as a client of %s gets from %s',
  (from, to) => {
    test.each([false, true])(
      'return to their vendor with their signature unchanged (stream: %s)',
      (stream) => checkSignatures(scene.aiClients[from], to, stream),
    );
  },
);
