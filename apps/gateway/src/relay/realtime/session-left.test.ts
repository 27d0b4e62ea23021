import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { RealtimeTestSession } from '../../../test-support/realtime-test-session.ts';
import {
  type RealtimeUpstream,
  startRealtimeUpstream,
} from '../../../test-support/realtime-upstream.ts';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

const MODEL = 'gpt-realtime';
const WORDS = 4000;
/** An upstream that starts a response when the test says so, and never reports its usage. */
describe('a response whose caller leaves', () => {
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

  async function say(): Promise<RealtimeTestSession> {
    const talk = new RealtimeTestSession({
      url: scene.gateway.url,
      secret: scene.secret,
      model: MODEL,
    });
    await talk.until('session.created');
    const content = [{ type: 'input_text', text: 'word '.repeat(WORDS) }];
    const item = { type: 'message', role: 'user', content };
    talk.send({ type: 'conversation.item.create', item });
    talk.send({ type: 'response.create' });
    await until('response.create');
    return talk;
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

  test('is charged for what was said to it, though nothing is reported of it', async () => {
    const before = (await scene.logs()).length;
    const talk = await say();
    upstream.tell(created);
    await talk.until('response.created');
    await talk.leave();
    await until('response.cancel');
    upstream.socket?.close();
    await expectCharge(before);
  });

  test('is waited for, cancelled and charged, though it had not started when the caller left', async () => {
    const before = (await scene.logs()).length;
    const talk = await say();
    await talk.leave();
    // The gateway notices meanwhile: it shares this event loop.
    for (let turn = 0; turn < 10; turn += 1)
      // oxlint-disable-next-line no-await-in-loop -- one after another
      await new Promise((resolve) => setImmediate(resolve));
    upstream.tell(created);
    await until('response.cancel');
    upstream.socket?.close();
    await expectCharge(before);
  });

  test('costs nothing where it never starts', async () => {
    const before = (await scene.logs()).length;
    const talk = await say();
    await talk.leave();
    upstream.socket?.close();
    await expect.poll(() => upstream.socket?.readyState).toBe(3);
    expect(await scene.logs()).toHaveLength(before);
  });
});
