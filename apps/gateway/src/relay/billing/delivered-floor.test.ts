import { CHAT_DIALECTS } from '@tollgate/contract';
import type { Dialect } from '@tollgate/dialects';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargeOf } from '../../../test-support/charge-of.ts';
import { WIRES } from '../../../test-support/dialect-wires.ts';
import {
  type EndedCallScene,
  startEndedCallScene,
} from '../../../test-support/ended-call-scene.ts';
import { MODEL_OF } from '../../../test-support/dialect-scene.ts';
import { PAIRS } from '../../../test-support/pair-cases.ts';

/** 200 words, which every tokenizer counts as at least 150 tokens. */
const WORDS = Array.from({ length: 200 }, (_, index) => `word${index} `).join('');
const FLOOR = 150;

let scene: EndedCallScene;
beforeAll(async () => {
  scene = await startEndedCallScene();
});
afterAll(() => scene.close());

describe.each(PAIRS)('the client of %s before an upstream of %s', (from, to) => {
  const wire = WIRES[to];

  test('pays at least for what was delivered when it disconnects mid-stream', async () => {
    const { client, call } = await scene.call(from, to, true);
    call.begin();
    await call.write(wire.start() + wire.text(WORDS));
    await client.read('word199');
    client.leave();
    await call.hungUp;
    const row = await scene.row();
    expect(row.completion_tokens).toBeGreaterThan(FLOOR);
    expect(row.prompt_tokens).toBeGreaterThan(0);
    expect(row.other).toMatchObject({ end: 'client_gone', estimated: true });
    expect(row.quota).toBe(chargeOf(row));
  });

  test('pays at least for what was delivered when the upstream cuts the stream', async () => {
    const { client, call } = await scene.call(from, to, true);
    call.begin();
    await call.write(wire.start() + wire.text(WORDS));
    await client.read('word199');
    call.cut();
    expect(await client.readAll()).toContain('error');
    const row = await scene.row();
    expect(row.completion_tokens).toBeGreaterThan(FLOOR);
    expect(row.other).toMatchObject({ end: 'interrupted', estimated: true });
    expect(row.quota).toBe(chargeOf(row));
  });

  test.each([true, false])(
    'pays for what was delivered if the usage is 0 (stream: %s)',
    async (stream) => {
      const { client, call } = await scene.call(from, to, stream);
      call.begin(stream ? undefined : 'application/json');
      const zero = { prompt: 0, completion: 0 };
      call.end(
        stream
          ? wire.start() + wire.text(WORDS) + wire.finish() + wire.usage(zero) + wire.last()
          : wire.whole(WORDS, zero),
      );
      expect(await client.readAll()).toContain('word199');
      const row = await scene.row();
      expect(row.completion_tokens).toBeGreaterThan(FLOOR);
      expect(row.prompt_tokens).toBeGreaterThan(0);
      expect(row.other).toMatchObject({ estimated: true });
      expect(row.quota).toBe(chargeOf(row));
    },
  );

  test('pays the usage of a finished stream, even if that is less', async () => {
    const { client, call } = await scene.call(from, to, true);
    call.begin();
    const reported = { prompt: 7, completion: 3 };
    call.end(wire.start() + wire.text(WORDS) + wire.finish() + wire.usage(reported) + wire.last());
    await client.readAll();
    const row = await scene.row();
    expect(row).toMatchObject({ prompt_tokens: 7, completion_tokens: 3 });
    expect(row.other).not.toHaveProperty('estimated');
  });
});

/** All except responses, which report their usage with their end. */
const REPORTED_APART = PAIRS.filter(([, to]) => to !== 'openai-responses');

describe.each(REPORTED_APART)('the client of %s before an upstream of %s', (from, to) => {
  const wire = WIRES[to];

  test.each([true, false])(
    'pays at least for what was delivered after the last usage (stream: %s)',
    async (stream) => {
      const { client, call } = await scene.call(from, to, stream);
      call.begin();
      const early = wire.usage({ prompt: 7, completion: 1 });
      call.end(wire.start() + early + wire.text(WORDS) + wire.finish() + wire.last());
      expect(await client.readAll()).toContain('word199');
      const row = await scene.row();
      expect(row.completion_tokens).toBeGreaterThan(FLOOR);
      expect(row).toMatchObject({ prompt_tokens: 7, other: { estimated: true } });
    },
  );
});

test.each(CHAT_DIALECTS.flatMap((from) => [true, false].map((stream) => [from, stream] as const)))(
  'the count that opens a stream of Claude is not the final one of %s if the last usage has none (stream: %s)',
  async (from, stream) => {
    const { start, text, finish, last } = WIRES['anthropic-messages'];
    const usage = { prompt_tokens: 60, completion_tokens: 300 };
    const { client, call } = await scene.call(from, 'anthropic-messages', stream);
    call.begin();
    const unknown = `data: ${JSON.stringify({ type: 'message_delta', delta: {}, usage })}\n\n`;
    call.end(start() + text(WORDS) + finish() + unknown + last());
    await client.readAll();
    const row = await scene.row();
    expect(row.completion_tokens).toBeGreaterThan(FLOOR);
    expect(row).toMatchObject({ prompt_tokens: 50, other: { estimated: true } });
  },
);

test.each(CHAT_DIALECTS)(
  'an explicit zero of %s stays zero if nothing was delivered',
  async (dialect) => {
    const { client, call } = await scene.call(dialect, dialect, false);
    call.begin('application/json');
    call.end(WIRES[dialect].whole('', { prompt: 0, completion: 0 }));
    await client.readAll();
    expect(await scene.row()).toMatchObject({ prompt_tokens: 0, completion_tokens: 0, quota: 0 });
  },
);

describe('a model whose reasoning has a price of its own', () => {
  const { finish, last, start, text, usage } = WIRES['openai-chat'];
  const thought = (reasoning: string) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content: null, reasoning_content: reasoning } }] })}\n\n`;
  beforeAll(() =>
    scene.gateway.setOption(
      'ServiceTierRatios',
      JSON.stringify({ [MODEL_OF['openai-chat']]: { thinking: 3 } }),
    ),
  );
  afterAll(() => scene.gateway.setOption('ServiceTierRatios', '{}'));

  const ratioOf = async (from: Dialect, body: string, stream = true) => {
    const { client, call } = await scene.call(from, 'openai-chat', stream);
    call.begin(stream ? undefined : 'application/json');
    call.end(body);
    await client.readAll();
    const row = await scene.row();
    expect(row.completion_tokens).toBeGreaterThan(FLOOR);
    expect(row.quota).toBe(chargeOf(row));
    return Number(row.other.completion_ratio);
  };

  test.each(CHAT_DIALECTS)(
    'is charged that price by %s for a response that shows reasoning, whether or not its usage says so',
    async (from) => {
      const plain = await ratioOf(from, start() + text(WORDS) + finish() + last());
      const thoughts = start() + thought('') + thought('Well, ') + thought(WORDS);
      const reported = usage({ prompt: 7, completion: 300 });
      expect(await ratioOf(from, thoughts)).toBe(plain * 3);
      expect(await ratioOf(from, thoughts + text('Yes.') + finish() + last())).toBe(plain * 3);
      expect(await ratioOf(from, thoughts + finish() + reported + last())).toBe(plain * 3);
      const message = { role: 'assistant', content: 'Yes.', reasoning_content: WORDS };
      const whole = JSON.stringify({ choices: [{ index: 0, message, finish_reason: 'stop' }] });
      expect(await ratioOf(from, whole, false)).toBe(plain * 3);
    },
  );
});
