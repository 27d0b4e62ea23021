import { type Simulator, startCloudflareSimulator } from '@tollgate/simulators';
import OpenAI, { toFile } from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recording, scriptPrompt } from '../../../test-support/media-scene.ts';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

const KEY = 'sk-cloudflare';
const LARGE = '@cf/openai/whisper-large-v3-turbo';
const SMALL = '@cf/openai/whisper';

let scene: RelayScene;
let simulator: Simulator;
let client: OpenAI;

beforeAll(async () => {
  scene = await startRelayScene();
  simulator = await startCloudflareSimulator({ apiKeys: [KEY] });
  await scene.gateway.setOption('ModelRatio', JSON.stringify({ [LARGE]: 3, [SMALL]: 3 }));
  const channel = { type: 39, key: KEY, other: 'acc', base_url: simulator.url };
  await scene.gateway.channel({ ...channel, models: `${LARGE},${SMALL}` });
  const baseURL = `${scene.gateway.url}/v1`;
  client = new OpenAI({ baseURL, apiKey: scene.secret, maxRetries: 0 });
});
afterAll(async () => {
  await scene.close();
  await simulator.close();
});

const file = () => toFile(recording(), 'talk.wav', { type: 'audio/wav' });
const translate = async (model: string) =>
  // oxlint-disable-next-line typescript/no-deprecated -- by this client; we serve it
  client.audio.translations.create({ model, file: await file() });
const lastCall = async () => (await scene.logs())[0];
const balanceOf = async () => (await scene.owner.call('GET', '/api/user/self')).body.data.quota;

describe('recordings at Cloudflare', () => {
  test('go to the large model in its own format, and cost the seconds that it reports', async () => {
    const prompt = scriptPrompt({ seconds: 30.2, text: 'All is well.' });
    const request = { model: LARGE, file: await file(), prompt, language: 'en', temperature: 0.5 };
    const { data, response } = await client.audio.transcriptions.create(request).withResponse();
    expect(data).toEqual({ text: 'All is well.' });
    expect(response.headers.get('x-tollgate-conversion')).toBe('unknown;dropped;temperature');
    const { path, headers, body } = simulator.requests.at(-1) ?? { path: '', body: '' };
    expect(path).toBe(`/client/v4/accounts/acc/ai/run/${LARGE}`);
    expect(headers?.['content-type']).toBe('application/json');
    const audio = recording().toString('base64');
    const expected = { task: 'transcribe', language: 'en', initial_prompt: prompt };
    expect(JSON.parse(body)).toEqual({ ...expected, audio });
    expect(await lastCall()).toMatchObject({ quota: 517 * 3, other: { seconds: 30.2 } });
  });

  test('go to the small model unchanged, and cost the seconds of the file', async () => {
    const transcription = await client.audio.transcriptions.create({
      model: SMALL,
      file: await file(),
    });
    expect(transcription.text).toBe('Hello from the simulator.');
    const { headers, body } = simulator.requests.at(-1) ?? { body: '' };
    expect(headers?.['content-type']).toBe('application/octet-stream');
    expect(body).toContain('WAVEfmt ');
    const row = await lastCall();
    expect(row).toMatchObject({ quota: 33 * 3, other: { seconds: 2, estimated: true } });
  });

  test('are translated by the large model only', async () => {
    await translate(LARGE);
    expect(JSON.parse(simulator.requests.at(-1)?.body ?? '')).toMatchObject({ task: 'translate' });
    await expect(translate(SMALL)).rejects.toMatchObject({
      status: 400,
      code: 'unsupported_by_upstream',
    });
  });

  test.each([
    ['text', 'text/plain; charset=utf-8', 'Hello from the simulator.\n'],
    [
      'vtt',
      'text/plain; charset=utf-8',
      'WEBVTT\n\n00:00.000 --> 00:03.000\nHello from the simulator.\n\n',
    ],
    [
      'srt',
      'text/plain; charset=utf-8',
      '1\n00:00:00,000 --> 00:00:03,000\nHello from the simulator.\n\n',
    ],
  ] as const)('are returned as %s if the client asks for it', async (format, type, text) => {
    const request = { model: LARGE, file: await file(), response_format: format };
    const response = await client.audio.transcriptions.create(request).asResponse();
    expect(response.headers.get('content-type')).toBe(type);
    expect(await response.text()).toBe(text);
  });

  test('are returned with segments and words as verbose_json', async () => {
    const request = { model: LARGE, file: await file(), response_format: 'verbose_json' as const };
    expect(await client.audio.transcriptions.create(request)).toMatchObject({
      task: 'transcribe',
      language: 'en',
      duration: 3,
      segments: [{ id: 0, start: 0, end: 3, text: 'Hello from the simulator.' }],
      words: [{ word: 'Hello', start: 0, end: 1 }, {}, {}, {}],
    });
  });

  test('refused recordings are an error, and cost nothing', async () => {
    const before = await balanceOf();
    const prompt = scriptPrompt({ fault: 'status-400' });
    const refused = client.audio.transcriptions.create({
      model: LARGE,
      file: await file(),
      prompt,
    });
    await expect(refused).rejects.toMatchObject({ status: 400 });
    await expect(refused).rejects.toThrow(/temperature/);
    const streamed = client.audio.transcriptions.create({
      model: LARGE,
      file: await file(),
      stream: true,
    });
    await expect(streamed).rejects.toMatchObject({ status: 400 });
    expect(await balanceOf()).toBe(before);
  });
});
