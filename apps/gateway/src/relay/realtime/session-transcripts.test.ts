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
const AUDIO = Buffer.alloc(24_000 * 2 * SECONDS, 1).toString('base64');

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
