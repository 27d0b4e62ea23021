import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { RealtimeTestSession } from '../../../test-support/realtime-test-session.ts';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';
import { registry } from '../../platform/metrics.ts';

const MODEL = 'gpt-realtime';

let scene: RelayScene;
beforeAll(async () => {
  scene = await startRelayScene();
  await scene.channel('sk-live', { models: `${MODEL},gpt-4o-realtime-preview` });
});
afterAll(() => scene.close());
beforeEach(() => {
  scene.faults.clear();
  scene.simulator.requests.splice(0);
});
const open: TestSession[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((session) => session.leave()));
});

/** A session with the scene's gateway. */
class TestSession extends RealtimeTestSession {
  constructor(secret = scene.secret, model = MODEL) {
    super({ url: scene.gateway.url, secret, model });
    open.push(this);
  }

  /** An open session. */
  static async start(secret?: string): Promise<TestSession> {
    const begun = new TestSession(secret);
    await begun.until('session.created');
    return begun;
  }
}

async function rows() {
  return (await scene.logs()).filter(({ other }) => other['request_path'] === '/v1/realtime');
}

/** Number of responses counted in the Prometheus metrics. */
async function answeredCount(kind = 'realtime'): Promise<number> {
  const text = await registry.metrics();
  const series = `^tollgate_relay_calls_total\\{kind="${kind}",outcome="answered"\\} (\\d+)$`;
  const [, count] = new RegExp(series, 'm').exec(text) ?? [];
  return Number(count ?? 0);
}

describe('a realtime session', () => {
  test('is charged per response: text, audio and cached tokens, each at its price', async () => {
    const session = await TestSession.start();
    session.ask({
      prompt_tokens: 300,
      audio_tokens: 100,
      cached_tokens: 150,
      completion_tokens: 90,
      audio_output_tokens: 70,
    });
    await session.until('response.done');
    // 4, 0.4, 32, 16 and 64 USD per million.
    const quota = Math.round((50 * 4 + 150 * 0.4 + 100 * 32 + 20 * 16 + 70 * 64) / 2);
    const [row] = await rows();
    expect(row).toMatchObject({
      quota,
      prompt_tokens: 300,
      completion_tokens: 90,
      model_name: MODEL,
      other: {
        ws: true,
        audio_input: 100,
        audio_output: 70,
        cache_tokens: 150,
        text_input: 200,
        text_output: 20,
        audio_ratio: 8,
        audio_completion_ratio: 2,
      },
    });
    session.ask({ prompt_tokens: 10, completion_tokens: 5 });
    await session.until('response.done', 2);
    expect((await rows()).map((row) => row.quota)).toEqual([
      Math.round((10 * 4 + 5 * 16) / 2),
      quota,
    ]);
  });

  test("is counted per response among the relay's calls", async () => {
    const before = await answeredCount();
    const session = await TestSession.start();
    session.ask();
    await session.until('response.done');
    session.ask();
    await session.until('response.done', 2);
    expect(await answeredCount()).toBe(before + 2);
  });

  test('holds back the end of a response until its charge is durable', async () => {
    const { wallet } = scene.gateway.app.domain;
    const session = await TestSession.start();
    const charging = Promise.withResolvers<void>();
    const durable = Promise.withResolvers<void>();
    const settle = vi.spyOn(wallet, 'settle').mockImplementationOnce(async (...input) => {
      charging.resolve();
      await durable.promise;
      return wallet.settle(...input);
    });
    session.ask();
    await charging.promise;
    // Meanwhile another session makes a round trip: anything sent would have arrived.
    const other = await TestSession.start();
    other.ask();
    await other.until('response.done');
    expect(session.events.map(({ type }) => type)).not.toContain('response.done');
    durable.resolve();
    await session.until('response.done');
    settle.mockRestore();
  });

  test('forwards every event unchanged, in both directions', async () => {
    const session = await TestSession.start();
    session.send({
      type: 'session.update',
      session: { instructions: 'Sprich Deutsch – bitte 👋🏽' },
    });
    expect(await session.until('session.updated')).toMatchObject({
      session: { instructions: 'Sprich Deutsch – bitte 👋🏽' },
    });
    session.ask({ tokens: 4, audio_output_tokens: 3 });
    await session.until('response.done');
    expect(session.events.filter(({ type }) => type === 'response.output_audio.delta').length).toBe(
      4,
    );
    const [hello] = scene.simulator.requests;
    expect(hello).toMatchObject({
      path: `/v1/realtime?model=${MODEL}`,
      headers: { authorization: 'Bearer sk-live' },
    });
  });

  test("a browser's session sends its key and the API version as sub-protocols", async () => {
    const socket = new WebSocket(
      `${scene.gateway.url.replace('http', 'ws')}/v1/realtime?model=${MODEL}`,
      ['realtime', `openai-insecure-api-key.${scene.secret}`, 'openai-beta.realtime-v1'],
    );
    await new Promise((resolve) => socket.addEventListener('message', resolve));
    expect(socket.protocol).toBe('realtime');
    const [hello] = scene.simulator.requests;
    expect(hello?.headers).toMatchObject({
      authorization: 'Bearer sk-live',
      'openai-beta': 'realtime=v1',
    });
    expect(JSON.stringify(hello)).not.toContain(scene.secret.slice(3));
    socket.close();
  });

  test('charges the model that transcribes the caller’s audio by its own price', async () => {
    const before = await answeredCount('realtime-transcript');
    const talk = await TestSession.start();
    const session = { audio: { input: { transcription: { model: 'whisper-1' } } } };
    talk.send({ type: 'session.update', session });
    talk.send({ type: 'input_audio_buffer.commit' });
    await talk.until('conversation.item.input_audio_transcription.completed');
    const [row] = await rows();
    expect(row).toMatchObject({
      model_name: 'whisper-1',
      quota: 300,
      other: { ws: true, seconds: 6 },
    });
    expect(await answeredCount('realtime-transcript')).toBe(before + 1);
  });

  test('a session whose client disconnects during a response is charged by what the upstream finally reports', async () => {
    const session = await TestSession.start();
    session.ask({ fault: 'stall-mid-stream', prompt_tokens: 1000, completion_tokens: 7 });
    await session.until('response.output_text.delta');
    await session.leave();
    await scene.simulator.until(({ open: running }) => running === 0);
    await expect.poll(async () => (await rows())[0]?.other.end).toBe('client_gone');
    expect((await rows())[0]).toMatchObject({
      prompt_tokens: 1000,
      quota: (1000 * 4 + 7 * 16) / 2,
    });
  });

  test("a session that the upstream interrupts is charged by what arrived, and closes with the upstream's code", async () => {
    const session = await TestSession.start();
    session.ask({ fault: 'cut-mid-stream', tokens: 6, text: 'one two three four' });
    expect((await session.closed).code).toBe(1011);
    await expect.poll(async () => (await rows())[0]?.other.end).toBe('interrupted');
    expect((await rows())[0]).toMatchObject({ completion_tokens: 3, other: { estimated: true } });
  });

  test('waits for a client that does not read, but not forever', async () => {
    await scene.gateway.setOption('StalledClientSeconds', '0.05');
    const session = await TestSession.start();
    session.pause();
    session.ask({ fault: 'huge', megabytes: 1, tokens: 200, audio_output_tokens: 5 });
    await scene.simulator.until(({ open: running }) => running === 0);
    await expect.poll(async () => (await rows())[0]?.other.end).toBe('client_stalled');
    await scene.gateway.setOption('StalledClientSeconds', '120');
  });

  test('forwards all of a long response', async () => {
    const session = await TestSession.start();
    session.ask({
      fault: 'huge',
      megabytes: 1,
      tokens: 100,
      audio_output_tokens: 5,
      prompt_tokens: 10,
      completion_tokens: 5,
    });
    await session.until('response.done');
    const deltas = session.events.filter(({ type }) => type === 'response.output_audio.delta');
    expect(deltas.length).toBe(100);
    expect(deltas.every(({ delta }) => String(delta).length === 266_668)).toBe(true);
  });
});

describe('a realtime session follows the rules of all calls', () => {
  const refusal = async (secret: string, model: string) => {
    const response = await fetch(`${scene.gateway.url}/v1/realtime?model=${model}`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    return response.status;
  };
  /** Returns the status that a client gets instead of a session. */
  async function told(secret: string, model = MODEL): Promise<number> {
    const session = new TestSession(secret, model);
    const { code } = await session.closed;
    expect(session.events).toEqual([]);
    return code;
  }

  test('a request without WebSocket headers is refused with 426', async () => {
    expect(await refusal(scene.secret, MODEL)).toBe(426);
  });

  test('an unknown key, a model that the key may not use and one without a price are refused', async () => {
    const limited = await scene.gateway.token(scene.owner, {
      model_limits_enabled: true,
      model_limits: 'gpt-4o',
    });
    expect(await told('sk-unknown')).toBe(1006);
    expect(await told(limited.secret)).toBe(1006);
    expect(await told(scene.secret, 'unpriced-live')).toBe(1006);
    expect(scene.simulator.requests).toEqual([]);
  });

  test('a refusal has its status and a message; browsers get an event', async () => {
    const socket = new WebSocket(`${scene.gateway.url.replace('http', 'ws')}/v1/realtime?model=x`, [
      'realtime',
      'openai-insecure-api-key.sk-unknown',
    ]);
    const event = await new Promise<MessageEvent<string>>((resolve) =>
      socket.addEventListener('message', resolve),
    );
    expect(JSON.parse(event.data)).toMatchObject({
      type: 'error',
      error: { code: 'invalid_api_key' },
    });
    await new Promise((resolve) => socket.addEventListener('close', resolve));
  });

  test('Azure is called in its own way, with its own header', async () => {
    await scene.channel('azure-key', {
      type: 3,
      models: 'gpt-4o-realtime-preview',
      priority: 9,
      other: '2025-04-01-preview',
    });
    const session = new TestSession(scene.secret, 'gpt-4o-realtime-preview');
    await session.until('session.created');
    expect(scene.simulator.requests[0]).toMatchObject({
      path: '/openai/realtime?api-version=2025-04-01-preview&deployment=gpt-4o-realtime-preview',
      headers: { 'api-key': 'azure-key' },
    });
  });

  test('another channel is attempted if one refuses', async () => {
    await scene.gateway.setOption('RetryTimes', '1');
    await scene.channel('sk-dead', { models: MODEL, priority: 7 });
    scene.faults.set('sk-dead', 'status-500');
    await TestSession.start();
    expect(scene.keysTried()).toEqual(['sk-dead', 'sk-live']);
    await scene.gateway.setOption('RetryTimes', '0');
  });

  test('a balance that can’t pay for the next response ends the session with an event, and never goes below 0', async () => {
    const poor = await scene.gateway.user({ quota: 250_000 });
    const { secret } = await scene.gateway.token(poor);
    const session = await TestSession.start(secret);
    session.ask({ prompt_tokens: 1000, completion_tokens: 4000, audio_output_tokens: 4000 });
    const error = await session.until('error');
    expect(error).toMatchObject({ error: { code: 'insufficient_user_quota' } });
    expect(await session.closed).toMatchObject({ code: 1008 });
    const { body } = await poor.call('GET', '/api/user/self');
    expect(body.data.quota).toBe(250_000 - (1000 * 4 + 4000 * 64) / 2);
  });

  test('disabling a key ends its sessions immediately', async () => {
    const owner = await scene.gateway.user({ quota: 100_000_000 });
    const token = await scene.gateway.token(owner);
    const session = await TestSession.start(token.secret);
    await owner.call('PUT', '/api/token/?status_only=true', { id: token.id, status: 2 });
    expect(await session.until('error')).toMatchObject({ error: { code: 'key_disabled' } });
    expect((await session.closed).code).toBe(1008);
  });

  test('a key that expires ends its sessions after the response', async () => {
    const expired_time = Math.floor(scene.clock.nowMs() / 1000) + 60;
    const token = await scene.gateway.token(scene.owner, { expired_time });
    const session = await TestSession.start(token.secret);
    scene.clock.advance(61_000);
    session.ask();
    await session.until('response.done');
    expect(await session.until('error')).toMatchObject({ error: { code: 'key_expired' } });
    expect((await session.closed).code).toBe(1008);
  });

  test('a response over a limit of calls is cancelled with an event, and the session continues', async () => {
    await scene.gateway.setOption(
      'RateLimits',
      JSON.stringify([{ per: 'user', match: ['*'], requests: 2 }]),
    );
    const session = await TestSession.start();
    session.ask();
    await session.until('response.done');
    session.ask();
    await session.until('response.done', 2);
    session.ask({ fault: 'stall-mid-stream' });
    expect(await session.until('error')).toMatchObject({ error: { code: 'rate_limit_exceeded' } });
    expect(await session.until('response.done', 3)).toMatchObject({
      response: { status: 'cancelled' },
    });
    scene.clock.advance(120_000);
    session.ask();
    expect(await session.until('response.done', 4)).toMatchObject({
      response: { status: 'completed' },
    });
    await scene.gateway.setOption('RateLimits', '[]');
  });

  test('a finished response immediately frees its slot under a limit of calls', async () => {
    await scene.gateway.setOption(
      'RateLimits',
      JSON.stringify([{ per: 'user', match: ['*'], concurrent: 1 }]),
    );
    const session = await TestSession.start();
    session.ask();
    await session.until('response.done');
    session.ask();
    await session.until('response.done', 2);
    expect(session.events.filter(({ type }) => type === 'error')).toEqual([]);
    await session.leave();
    await expect.poll(() => scene.gateway.app.relay.openCalls()).toBe(0);
    expect((await scene.chat()).status).not.toBe(429);
    await scene.gateway.setOption('RateLimits', '[]');
  });

  test('nothing stays reserved after sessions, however they ended', async () => {
    await Promise.all(open.splice(0).map((session) => session.leave()));
    const { relay, domain } = scene.gateway.app;
    await expect.poll(() => relay.openCalls()).toBe(0);
    await domain.wallet.maintain(-1);
    const held = await domain.store.db.selectFrom('users').select('held').execute();
    expect(held.every((user) => user.held === 0)).toBe(true);
  });
});

test('a draining gateway ends idle sessions immediately and others after their response', async () => {
  const own = await startRelayScene();
  await own.channel('sk-live', { models: MODEL });
  const shared = scene;
  scene = own;
  const [idle, busy] = [await TestSession.start(), await TestSession.start()];
  busy.ask({ fault: 'stall-mid-stream' });
  await busy.until('response.output_text.delta');
  own.gateway.app.relay.realtime.drain();
  expect((await idle.closed).code).toBe(1012);
  const late = new TestSession();
  expect((await late.closed).code).toBe(1006);
  expect(late.events).toEqual([]);
  busy.send({ type: 'response.cancel' });
  await busy.until('response.done');
  expect((await busy.closed).code).toBe(1012);
  await own.close();
  scene = shared;
});
