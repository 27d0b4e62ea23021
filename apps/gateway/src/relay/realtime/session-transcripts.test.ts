import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { RealtimeTestSession } from '../../../test-support/realtime-test-session.ts';
import {
  type RealtimeUpstream,
  startRealtimeUpstream,
} from '../../../test-support/realtime-upstream.ts';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

const MODEL = 'gpt-realtime';
const COMPLETED = 'conversation.item.input_audio_transcription.completed';
const FAILED = 'conversation.item.input_audio_transcription.failed';
const SECONDS = 30;
/** Quota per minute of whisper-1: 0.006 USD. */
const MINUTE = 3000;
/** Without turns that start responses, which audio would have to wait for. */
const INPUT = { transcription: { model: 'whisper-1' }, turn_detection: null };
const audioOf = (seconds: number) => Buffer.alloc(24_000 * 2 * seconds, 1).toString('base64');
const AUDIO = audioOf(SECONDS);
const SHORT_AUDIO = audioOf(5);

/** With an upstream that transcribes its input when the test says so. */
describe('a transcript in a session whose client disconnects', () => {
  let scene: RelayScene;
  let upstream: RealtimeUpstream;

  beforeAll(async () => {
    scene = await startRelayScene();
    upstream = await startRealtimeUpstream(MODEL, (type, { tell }) => {
      if (type === 'input_audio_buffer.commit') tell({ type: 'input_audio_buffer.committed' });
      if (type === 'session.update')
        tell({ type: 'session.updated', session: { audio: { input: INPUT } } });
    });
    await scene.channel('sk-live', { models: MODEL, base_url: upstream.url });
  });
  afterEach(() => upstream.forget());
  afterAll(async () => {
    await scene.close();
    upstream.close();
  });

  const audioRows = async () =>
    (await scene.logs()).filter(({ model_name: model }) => model === 'whisper-1');

  /**
   * Sends audio, and disconnects once the upstream has received it; the test controls what is reported then.
   */
  async function speakAndDisconnect(last = 'input_audio_buffer.commit'): Promise<number> {
    const before = (await audioRows()).length;
    const session = new RealtimeTestSession({
      url: scene.gateway.url,
      secret: scene.secret,
      model: MODEL,
    });
    await session.until('session.created');
    session.send({ type: 'session.update', session: { audio: { input: INPUT } } });
    await session.until('session.updated');
    session.send({ type: 'input_audio_buffer.append', audio: AUDIO });
    if (last !== 'input_audio_buffer.append') session.send({ type: last });
    await expect.poll(() => upstream.heard).toContain(last);
    await session.leave();
    return before;
  }

  test('is charged as reported, although the client is gone by then', async () => {
    const before = await speakAndDisconnect();
    upstream.tell({
      type: COMPLETED,
      item_id: 'i',
      transcript: 'hi',
      usage: { type: 'duration', seconds: 60 },
    });
    await expect.poll(async () => (await audioRows()).length).toBe(before + 1);
    const [row] = await audioRows();
    expect(row).toMatchObject({ quota: MINUTE, other: { seconds: 60 } });
    await expect.poll(() => upstream.socket?.readyState).toBe(3);
  });

  test('is charged by the length of the audio if the upstream closes without a report', async () => {
    const before = await speakAndDisconnect();
    upstream.socket?.close();
    await expect.poll(async () => (await audioRows()).length).toBe(before + 1);
    const [row] = await audioRows();
    expect(row).toMatchObject({
      quota: MINUTE / 2,
      other: { seconds: SECONDS, end: 'client_gone', estimated: true },
    });
  });

  test('is not waited for and costs nothing if no audio was committed or its transcription failed', async () => {
    const before = await speakAndDisconnect('input_audio_buffer.append');
    await expect.poll(() => upstream.socket?.readyState).toBe(3);
    await speakAndDisconnect();
    upstream.tell({ type: FAILED, item_id: 'i', error: {} });
    await expect.poll(() => upstream.socket?.readyState).toBe(3);
    expect(await audioRows()).toHaveLength(before);
  });
});

/** Its audio is written down by a model without a price, which costs as much as the session's. */
describe('a transcript in a session whose model', () => {
  const HEARD = { transcription: { model: 'listener' }, turn_detection: null };
  const QUOTA = 100_000_000;
  let scene: RelayScene;
  let upstream: RealtimeUpstream;
  let ratios: string;

  beforeAll(async () => {
    scene = await startRelayScene();
    ratios = scene.gateway.app.domain.options.raw('ModelRatio');
    upstream = await startRealtimeUpstream(MODEL, (type, { tell }) => {
      if (type === 'input_audio_buffer.commit') tell({ type: 'input_audio_buffer.committed' });
      if (type === 'session.update')
        tell({ type: 'session.updated', session: { audio: { input: HEARD } } });
    });
    await scene.channel('sk-live', { models: MODEL, base_url: upstream.url });
  });
  afterEach(async () => {
    upstream.forget();
    await scene.gateway.setOption('ModelRatio', ratios);
  });
  afterAll(async () => {
    await scene.close();
    upstream.close();
  });

  async function open() {
    const { gateway } = scene;
    const person = await gateway.user({ quota: QUOTA });
    const { secret } = await gateway.token(person);
    const session = new RealtimeTestSession({ url: gateway.url, secret, model: MODEL });
    await session.until('session.created');
    session.send({ type: 'session.update', session: { audio: { input: HEARD } } });
    await session.until('session.updated');
    return { session, person };
  }
  const say = async (session: RealtimeTestSession) => {
    session.send({ type: 'input_audio_buffer.append', audio: SHORT_AUDIO });
    session.send({ type: 'input_audio_buffer.commit' });
    await session.until('input_audio_buffer.committed');
  };
  const setPrice = (ratio: number | undefined) => {
    const { [MODEL]: _, ...others } = JSON.parse(ratios) as Record<string, number>;
    const changed = ratio === undefined ? others : { ...others, [MODEL]: ratio };
    return scene.gateway.setOption('ModelRatio', JSON.stringify(changed));
  };
  const balanceOf = async ({ id }: { id: number }) => {
    const { wallet, store } = scene.gateway.app.domain;
    await wallet.flush();
    await wallet.maintain(0).catch(() => {});
    const query = store.db.selectFrom('users').select(['quota', 'held']).where('id', '=', id);
    const { quota, held } = await query.executeTakeFirstOrThrow();
    return { quota: Number(quota), held: Number(held) };
  };

  /** Has something written down, while the price changes, and returns what it cost. */
  async function costOf(change: () => Promise<unknown>, isReported: boolean): Promise<number> {
    const { session, person } = await open();
    await say(session);
    await change();
    if (isReported) {
      upstream.tell({ type: COMPLETED, item_id: 'i', transcript: 'hi' });
      await session.until(COMPLETED);
    }
    await session.leave();
    if (!isReported) upstream.socket?.close();
    await expect.poll(() => balanceOf(person)).toMatchObject({ held: 0 });
    const rows = await scene.logs(person);
    expect(rows.map(({ model_name: model }) => model)).toEqual(['listener']);
    const cost = rows[0]?.quota ?? 0;
    await expect.poll(() => balanceOf(person)).toEqual({ quota: QUOTA - cost, held: 0 });
    return cost;
  }

  test.each([true, false])(
    'changes its price meanwhile, or loses it, is charged once, at the price it started with (reported: %s)',
    async (isReported) => {
      const usual = await costOf(async () => {}, isReported);
      expect(usual).toBeGreaterThan(0);
      for (const ratio of [900, 0.01, undefined]) {
        // oxlint-disable-next-line no-await-in-loop -- one session after the other
        expect([ratio, await costOf(() => setPrice(ratio), isReported)]).toEqual([ratio, usual]);
        // oxlint-disable-next-line no-await-in-loop -- one session after the other
        await setPrice((JSON.parse(ratios) as Record<string, number>)[MODEL]);
      }
    },
  );

  test('got dearer costs more if all audio from before was cleared', async () => {
    const usual = await costOf(async () => {}, true);
    const { session, person } = await open();
    session.send({ type: 'input_audio_buffer.append', audio: SHORT_AUDIO });
    session.send({ type: 'input_audio_buffer.clear' });
    await expect.poll(() => upstream.heard).toContain('input_audio_buffer.clear');
    await setPrice(20);
    await say(session);
    upstream.tell({ type: COMPLETED, item_id: 'i', transcript: 'hi' });
    await session.until(COMPLETED);
    await session.leave();
    await expect.poll(async () => (await balanceOf(person)).held).toBe(0);
    expect((await balanceOf(person)).quota).toBeLessThan(QUOTA - 5 * usual);
  });

  test('has lost its price is not begun: the session ends with the reason, and nothing else does', async () => {
    const { session, person } = await open();
    await setPrice(undefined);
    session.send({ type: 'input_audio_buffer.append', audio: SHORT_AUDIO });
    expect(await session.until('error')).toMatchObject({ error: { code: 'model_not_found' } });
    expect((await session.closed).code).toBe(1008);
    expect(upstream.heard).not.toContain('input_audio_buffer.append');
    await expect.poll(() => balanceOf(person)).toEqual({ quota: QUOTA, held: 0 });
  });
});
