import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { RealtimeTestSession } from '../../../test-support/realtime-test-session.ts';
import {
  type RealtimeUpstream,
  startRealtimeUpstream,
} from '../../../test-support/realtime-upstream.ts';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

const MODEL = 'gpt-realtime';
const WORDS = 4000;
/** With an upstream that starts a response when the test says so, and never reports its usage. */
describe('a response whose caller disconnects', () => {
  let scene: RelayScene;
  let upstream: RealtimeUpstream;

  beforeAll(async () => {
    scene = await startRelayScene();
    upstream = await startRealtimeUpstream(MODEL);
    await scene.channel('sk-live', { models: MODEL, base_url: upstream.url });
  });
  afterEach(() => upstream.forget());
  afterAll(async () => {
    await scene.close();
    upstream.close();
  });

  const until = async (type: string) => {
    await expect.poll(() => upstream.heard).toContain(type);
  };

  /** Waits until the gateway has noticed, as it shares this event loop. */
  async function leftBehind(): Promise<void> {
    for (let turn = 0; turn < 10; turn += 1)
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await new Promise((resolve) => setImmediate(resolve));
  }

  /** Requests a response, with event ids if given. */
  async function requestResponse(event_id?: string, ofItem?: string): Promise<RealtimeTestSession> {
    const session = new RealtimeTestSession({
      url: scene.gateway.url,
      secret: scene.secret,
      model: MODEL,
    });
    await session.until('session.created');
    const content = [{ type: 'input_text', text: 'word '.repeat(WORDS) }];
    const item = { type: 'message', role: 'user', content };
    session.send({ type: 'conversation.item.create', item, event_id: ofItem });
    session.send({ type: 'response.create', event_id });
    await until('response.create');
    return session;
  }

  const created = { type: 'response.created', response: { id: 'resp_1' } };

  async function expectCharge(before: number): Promise<void> {
    await expect.poll(async () => (await scene.logs()).length).toBe(before + 1);
    const [row] = await scene.logs();
    expect(row).toMatchObject({
      model_name: MODEL,
      other: { end: 'client_gone', estimated: true },
    });
    expect(row?.prompt_tokens).toBeGreaterThan(WORDS);
    expect(row?.prompt_tokens).toBeLessThan(WORDS * 1.5);
  }

  test('is charged for its prompt although no usage is reported', async () => {
    const before = (await scene.logs()).length;
    const session = await requestResponse();
    upstream.tell(created);
    await session.until('response.created');
    await session.leave();
    await until('response.cancel');
    upstream.socket?.close();
    await expectCharge(before);
  });

  test('is waited for, cancelled and charged even if it had not started at the disconnect', async () => {
    const before = (await scene.logs()).length;
    const session = await requestResponse();
    await session.leave();
    await leftBehind();
    upstream.tell(created);
    await until('response.cancel');
    upstream.socket?.close();
    await expectCharge(before);
  });

  test('costs nothing if it never starts', async () => {
    const before = (await scene.logs()).length;
    const session = await requestResponse();
    await session.leave();
    upstream.socket?.close();
    await expect.poll(() => upstream.socket?.readyState).toBe(3);
    expect(await scene.logs()).toHaveLength(before);
  });

  /** Starts a session whose upstream has detected that the caller stopped speaking. */
  async function speak(session: object): Promise<RealtimeTestSession> {
    const talk = new RealtimeTestSession({
      url: scene.gateway.url,
      secret: scene.secret,
      model: MODEL,
    });
    await talk.until('session.created');
    upstream.tell({ type: 'session.updated', session });
    await talk.until('session.updated');
    talk.send({ type: 'input_audio_buffer.append', audio: 'A'.repeat(64_000) });
    await until('input_audio_buffer.append');
    upstream.tell({ type: 'input_audio_buffer.speech_stopped' });
    await talk.until('input_audio_buffer.speech_stopped');
    return talk;
  }
  const hearing = (type: string, turn_detection: object) => ({
    type,
    audio: { input: { turn_detection } },
  });

  test('is waited for, cancelled and charged if the upstream starts it by itself after the caller stops speaking', async () => {
    const before = (await scene.logs()).length;
    const session = await speak(hearing('realtime', { type: 'server_vad' }));
    await session.leave();
    await leftBehind();
    upstream.tell(created);
    await until('response.cancel');
    upstream.socket?.close();
    await expect.poll(async () => (await scene.logs()).length).toBe(before + 1);
  });

  test.each([
    ['responses are not begun by themselves', hearing('realtime', { create_response: false })],
    ['speech is only written down', hearing('transcription', { type: 'server_vad' })],
  ])('is not waited for if %s', async (_, session) => {
    const talk = await speak(session);
    await talk.leave();
    await expect.poll(() => upstream.socket?.readyState).toBe(3);
  });

  test.each([
    ['names the event', { code: 'invalid_value', event_id: 'mine' }],
    ['says that one is running', { code: 'conversation_already_has_active_response' }],
  ])('is not waited for if the upstream rejected it: its error %s', async (_, error) => {
    const session = await requestResponse('mine');
    upstream.tell({ type: 'error', error });
    await session.until('error');
    await session.leave();
    await expect.poll(() => upstream.socket?.readyState).toBe(3);
  });

  test('is waited for if the rejected event may be another one with the same id', async () => {
    const before = (await scene.logs()).length;
    const session = await requestResponse('mine', 'mine');
    upstream.tell({ type: 'error', error: { code: 'invalid_value', event_id: 'mine' } });
    await session.until('error');
    await session.leave();
    await leftBehind();
    upstream.tell(created);
    await until('response.cancel');
    upstream.socket?.close();
    await expectCharge(before);
  });
});
