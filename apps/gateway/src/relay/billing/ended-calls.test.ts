import { CHAT_DIALECTS } from '@tollgate/contract';
import type { Dialect } from '@tollgate/dialects';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargeOf } from '../../../test-support/charge-of.ts';
import { MODEL_OF } from '../../../test-support/dialect-scene.ts';
import { WIRES } from '../../../test-support/dialect-wires.ts';
import {
  type EndedCallScene,
  startEndedCallScene,
} from '../../../test-support/ended-call-scene.ts';
import { openDisconnectingClient } from '../../../test-support/disconnecting-client.ts';
import type { LoggedCall } from '../../../test-support/relay-scene.ts';
import type { ScriptedCall } from '../../../test-support/scripted-upstream.ts';

/**
 * The table of docs/decisions/0023: who ends a call, in which dialect of the upstream, whole or streamed, and
 * what that costs. `told`: the reported usage; `delivered`: input and at least the words; `input`: no output;
 * `free`.
 */
type Cost = 'told' | 'delivered' | 'input' | 'free';

const REPORTED = { prompt: 60, completion: 700 };
const words = (count: number) =>
  Array.from({ length: count }, (_, index) => `word${index} `).join('');
const WORDS = words(200);
const FLOOR = 150;

let scene: EndedCallScene;
beforeAll(async () => {
  scene = await startEndedCallScene();
  await scene.gateway.setOption('ChannelCooldownEnabled', 'false');
});
afterAll(() => scene.close());

function expectCost(row: LoggedCall, cost: Cost, marks: Record<string, unknown>): void {
  expect(row.other).toMatchObject(marks);
  if (cost === 'free') return expect(row).toMatchObject({ type: 5, quota: 0 });
  expect(row.type).toBe(2);
  expect(row.quota).toBe(chargeOf(row));
  expect(row.prompt_tokens).toBeGreaterThan(0);
  if (cost === 'told')
    return expect(row).toMatchObject({ prompt_tokens: 60, completion_tokens: 700 });
  expect(row.other).toMatchObject({ estimated: true });
  if (cost === 'input') expect(row.completion_tokens).toBe(0);
  else expect(row.completion_tokens).toBeGreaterThan(FLOOR);
}

const tail = (dialect: Dialect) => WIRES[dialect].usage(REPORTED) + WIRES[dialect].last();

async function streamWords(dialect: Dialect) {
  const opened = await scene.call('openai-chat', dialect, true);
  opened.call.begin();
  await opened.call.write(WIRES[dialect].start() + WIRES[dialect].text(WORDS));
  await opened.client.read('word199');
  return opened;
}

const endWhole = (call: ScriptedCall, dialect: Dialect) => {
  call.begin('application/json');
  call.end(WIRES[dialect].whole(WORDS, REPORTED));
};

describe.each(CHAT_DIALECTS)('before an upstream of %s', (to) => {
  test('a client that disconnects before the head of a whole response pays the reported usage', async () => {
    const { client, call } = await scene.call('openai-chat', to, false);
    await scene.leave(client);
    endWhole(call, to);
    const marks = { end: 'client_gone', on_client_gone: 'drain', drained: 'whole' };
    expectCost(await scene.row(), 'told', marks);
  });

  test('a client that disconnects before the head of a stream pays its input', async () => {
    const { client, call } = await scene.call('openai-chat', to, true);
    await scene.leave(client);
    await call.hungUp;
    expectCost(await scene.row(), 'input', { end: 'client_gone', on_client_gone: 'charge' });
  });

  test('a client that disconnects in the middle of a whole response pays the reported usage', async () => {
    const { client, call } = await scene.call('openai-chat', to, false);
    call.begin('application/json');
    const body = WIRES[to].whole(WORDS, REPORTED);
    await call.write(body.slice(0, 100));
    await scene.leave(client);
    call.end(body.slice(100));
    const marks = { end: 'client_gone', on_client_gone: 'drain', drained: 'whole' };
    expectCost(await scene.row(), 'told', marks);
  });

  test('a client that disconnects in the middle of a stream pays what was delivered', async () => {
    const { client, call } = await streamWords(to);
    client.leave();
    await call.hungUp;
    expectCost(await scene.row(), 'delivered', { end: 'client_gone', on_client_gone: 'charge' });
  });

  // The responses dialect reports the finish and the usage in one event.
  test.runIf(to !== 'openai-responses')(
    'a client that disconnects after the finish of a stream pays the reported usage',
    async () => {
      const { client, call } = await streamWords(to);
      await call.write(WIRES[to].finish());
      await scene.leave(client);
      call.end(tail(to));
      const marks = { end: 'client_gone', on_client_gone: 'charge', drained: 'whole' };
      expectCost(await scene.row(), 'told', marks);
    },
  );

  test('a client that stays to the end pays the reported usage, whole and streamed', async () => {
    const whole = await scene.call('openai-chat', to, false);
    endWhole(whole.call, to);
    await whole.client.readAll();
    expectCost(await scene.row(), 'told', {});
    const { client, call } = await streamWords(to);
    call.end(WIRES[to].finish() + tail(to));
    await client.readAll();
    const row = await scene.row();
    expectCost(row, 'told', {});
    expect(row.other).not.toHaveProperty('end');
  });

  test('an upstream that cuts a whole response costs nothing', async () => {
    const { client, call } = await scene.call('openai-chat', to, false);
    call.begin('application/json');
    await call.write(WIRES[to].whole(WORDS, REPORTED).slice(0, 100));
    call.cut();
    expect(await client.status()).toBe(502);
    expectCost(await scene.row(), 'free', { error_code: expect.any(String) });
  });

  test('an upstream that cuts a stream costs what was delivered', async () => {
    const { client, call } = await streamWords(to);
    call.cut();
    await client.readAll();
    expectCost(await scene.row(), 'delivered', { end: 'interrupted' });
  });

  test('a stream ended by an exhausted balance costs what was delivered', async () => {
    const { client, call } = await openPoor(to, true);
    call.begin();
    await call.write(WIRES[to].start() + WIRES[to].text(WORDS));
    await client.read('word199');
    await call.write(WIRES[to].text(words(1200)));
    expect(await client.readAll()).toContain('balance_ran_out');
    const row = await scene.row();
    expect(row.other).toMatchObject({ end: 'balance_ran_out', estimated: true });
    expect(row.quota).toBe(chargeOf(row));
  });

  test.each([true, false])('a sensitive word ends a response (stream: %s)', async (stream) => {
    const { gateway } = scene;
    await gateway.setOption('SensitiveWords', 'secret plan');
    await gateway.setOption('CheckSensitiveEnabled', 'true');
    await gateway.setOption('CheckSensitiveOnCompletionEnabled', 'true');
    await gateway.setOption('StopOnSensitiveEnabled', 'true');
    const { client, call } = await scene.call('openai-chat', to, stream);
    const text = `${WORDS} the secret plan is this `;
    call.begin(stream ? undefined : 'application/json');
    if (stream) await call.write(WIRES[to].start() + WIRES[to].text(text));
    else call.end(WIRES[to].whole(text, REPORTED));
    expect(await client.readAll()).toContain('sensitive_words_detected');
    expectCost(await scene.row(), stream ? 'delivered' : 'told', { end: 'sensitive_words' });
    await gateway.setOption('CheckSensitiveEnabled', 'false');
  });
});

/** Balances that cover only the start of a stream, about 4,000 tokens. */
const POOR: Readonly<Record<Dialect, number>> = {
  'openai-chat': 20_000,
  'openai-responses': 4500,
  'anthropic-messages': 30_000,
  'gemini-generate': 24_000,
};

async function openPoor(to: Dialect, stream: boolean) {
  const owner = await scene.gateway.user({ quota: POOR[to] });
  const { secret } = await scene.gateway.token(owner, { unlimited_quota: true });
  const { path, body } = WIRES['openai-chat'].call(MODEL_OF[to], stream, 'Count.');
  const client = openDisconnectingClient(scene.gateway.url + path, secret, body);
  return { client, call: await scene.upstream.next() };
}

test('on shutdown, streams cost what was delivered, whole responses cost the operator, drained ones their input', async () => {
  const streams = [];
  const wholes = [];
  // oxlint-disable-next-line no-await-in-loop -- in their order
  for (const to of CHAT_DIALECTS) streams.push(await streamWords(to));
  for (const to of CHAT_DIALECTS) {
    // oxlint-disable-next-line no-await-in-loop -- in their order
    wholes.push(await scene.call('openai-chat', to, false));
    // oxlint-disable-next-line no-await-in-loop -- in their order
    await scene.leave((await scene.call('openai-chat', to, false)).client);
  }
  const before = new Set((await logsOf()).map(({ id }) => id));
  scene.gateway.app.relay.interrupt();
  for (const { client } of streams)
    // oxlint-disable-next-line no-await-in-loop -- in their order
    expect(await client.readAll()).toContain('restarting');
  // oxlint-disable-next-line no-await-in-loop -- in their order
  for (const { client } of wholes) expect(await client.status()).toBe(503);
  await expect.poll(() => scene.gateway.app.relay.openCalls()).toBe(0);
  const rows = (await logsOf()).filter(({ id }) => !before.has(id));
  const cut = rows.filter(({ other }) => other.end === 'shutdown');
  expect(cut).toHaveLength(4);
  for (const row of cut) expectCost(row, 'delivered', { end: 'shutdown' });
  const drained = rows.filter(({ other }) => other.end === 'client_gone');
  expect(drained).toHaveLength(4);
  for (const row of drained) expectCost(row, 'input', { on_client_gone: 'drain', drained: 'cut' });
  const failed = rows.filter(({ type }) => type === 5);
  expect(failed).toHaveLength(4);
  for (const row of failed) expectCost(row, 'free', { status: 503 });
});

async function logsOf(): Promise<(LoggedCall & { id: number })[]> {
  const { body } = await scene.gateway.root.call('GET', '/api/log/?page_size=100');
  return (body.data.items as (Omit<LoggedCall, 'other'> & { id: number; other: string })[])
    .filter(({ type }) => type === 2 || type === 5)
    .map((row) => ({ ...row, other: JSON.parse(row.other || '{}') as LoggedCall['other'] }));
}
