import { toFile } from 'openai';
import { describe, expect, test } from 'vitest';
import { recording, setUpMediaScene, scriptPrompt } from '../../../test-support/media-scene.ts';

const media = setUpMediaScene();

describe('speech', () => {
  test('is charged by characters and passes unchanged, with its content type', async () => {
    const response = await media.scene.client.audio.speech.create({
      model: 'tts-1',
      voice: 'alloy',
      input: 'Tür 👋🏽 门',
      response_format: 'opus',
    });
    expect(response.headers.get('content-type')).toBe('audio/opus');
    const audio = Buffer.from(await response.arrayBuffer());
    expect(audio.equals(Buffer.concat([0, 1, 2, 3].map((fill) => Buffer.alloc(1024, fill))))).toBe(
      true,
    );
    expect(await media.scene.lastCall()).toMatchObject({
      quota: Math.round(8 * 7.5),
      prompt_tokens: 8,
      other: { characters: 8, model_ratio: 7.5 },
    });
  });

  test('is served if the balance covers its characters plus a quarter, which is reserved', async () => {
    const { gateway } = media.scene;
    const ask = async (quota: number) => {
      const { secret } = await gateway.token(await gateway.user({ quota }));
      const response = await fetch(`${gateway.url}/v1/audio/speech`, {
        method: 'POST',
        headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
        body: JSON.stringify({ model: 'tts-1', voice: 'alloy', input: 'a word '.repeat(400) }),
      });
      await response.arrayBuffer();
      return response.status;
    };
    // 15 USD per million.
    const cost = 7.5 * 2800;
    expect([await ask(cost * 1.26), await ask(cost * 0.99)]).toEqual([200, 402]);
  });

  test('speech of a model priced by tokens costs what the upstream reports in its events', async () => {
    const response = await media.scene.client.audio.speech.create({
      model: 'gpt-4o-mini-tts',
      voice: 'alloy',
      input: scriptPrompt({ prompt_tokens: 20, completion_tokens: 100 }),
      stream_format: 'sse',
    });
    expect(await response.text()).toContain('"type":"speech.audio.done"');
    // 0.6 and 12 USD per million.
    expect(await media.scene.lastCall()).toMatchObject({ quota: (20 * 0.6 + 100 * 12) / 2 });
  });

  test('interrupted speech is not ended as if complete, and the log records it', async () => {
    const response = await media.scene.client.audio.speech.create({
      model: 'tts-1',
      voice: 'alloy',
      input: scriptPrompt({ fault: 'cut-mid-stream' }),
    });
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(await media.scene.lastCall()).toMatchObject({ other: { end: 'interrupted' } });
  });

  test('refused speech gets an error message', async () => {
    const pending = media.scene.client.audio.speech.create({
      model: 'tts-1',
      voice: 'alloy',
      input: scriptPrompt({ fault: 'error-200' }),
    });
    await expect(pending).rejects.toMatchObject({ status: 500, error: { type: 'server_error' } });
  });

  test('waits for a client that does not read, but not forever', async () => {
    await media.scene.setOptions({ StalledClientSeconds: '0.05' });
    const { abandoned } = media.scene.simulator.stats();
    const response = await media.scene.client.audio.speech.create({
      model: 'tts-1',
      voice: 'alloy',
      input: scriptPrompt({ fault: 'huge', megabytes: 0, tokens: 400 }),
    });
    await media.scene.simulator.until((stats) => stats.abandoned > abandoned);
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(await media.scene.lastCall()).toMatchObject({ other: { end: 'client_stalled' } });
    await media.scene.setOptions({ StalledClientSeconds: '120' });
  });

  test('speech of any length is forwarded completely', async () => {
    const megabytes = 24;
    const response = await media.scene.client.audio.speech.create({
      model: 'tts-1',
      voice: 'alloy',
      input: scriptPrompt({ fault: 'huge', megabytes: 0, tokens: megabytes * 4 }),
    });
    let bytes = 0;
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      bytes += chunk.length;
    expect(bytes).toBe(megabytes * 1024 * 1024);
  });
});

describe('recordings', () => {
  const file = () => toFile(recording(), 'talk.wav', { type: 'audio/wav' });

  test('cost started seconds as the upstream reports', async () => {
    const transcription = await media.scene.client.audio.transcriptions.create({
      model: 'whisper-1',
      file: await file(),
      prompt: scriptPrompt({ seconds: 30.2, text: 'All is well.' }),
    });
    expect(transcription.text).toBe('All is well.');
    expect(await media.scene.lastCall()).toMatchObject({
      quota: 517 * 3,
      prompt_tokens: 517,
      other: { seconds: 30.2 },
    });
  });

  test.each([
    ['text', 2, true],
    ['srt', 3, false],
    ['vtt', 3, false],
    ['verbose_json', 3, false],
  ] as const)('as %s cost %d seconds', async (response_format, seconds, estimated) => {
    const transcription = await media.scene.client.audio.transcriptions.create({
      model: 'whisper-1',
      file: await file(),
      response_format,
    });
    expect(JSON.stringify(transcription)).toContain('Hello from the simulator.');
    const { other, quota } = await media.scene.lastCall();
    expect([other['seconds'], other.estimated ?? false]).toEqual([seconds, estimated]);
    expect(quota).toBe(Math.round((seconds * 1000) / 60) * 3);
  });

  test.each(['srt', 'vtt', 'text', 'json'] as const)(
    'as %s cost their whole file where the speech ends early',
    async (response_format) => {
      const upstream = { seconds: 1, text: 'Bye. --> 00:00:00.500' };
      const isTimed = response_format === 'srt' || response_format === 'vtt';
      await media.scene.client.audio.transcriptions.create({
        model: 'whisper-1',
        file: await file(),
        response_format,
        prompt: scriptPrompt(isTimed ? upstream : { ...upstream, seconds: 2 }),
      });
      expect((await media.scene.lastCall()).other['seconds']).toBe(2);
    },
  );

  test('recordings whose header understates their length cost what the upstream reports', async () => {
    const bytes = recording();
    // A codec instead of PCM: its stated bytes per second can't be verified.
    bytes.writeUInt16LE(0x55, bytes.indexOf('fmt ') + 8);
    const seconds = Math.floor(bytes.length / 500);
    await media.scene.client.audio.transcriptions.create({
      model: 'whisper-1',
      file: await toFile(bytes, 'talk.wav', { type: 'audio/wav' }),
      prompt: scriptPrompt({ seconds }),
    });
    const { other } = await media.scene.lastCall();
    expect([other['seconds'], other.usage_claim]).toEqual([seconds, undefined]);
  });

  test('recordings of a model priced by tokens cost what is reported, streamed or not', async () => {
    const prompt = scriptPrompt({ prompt_tokens: 40, audio_tokens: 30, completion_tokens: 20 });
    // 2.5, 6 and 10 USD per million.
    const expected = { quota: Math.round((10 * 2.5 + 30 * 6 + 20 * 10) / 2) };
    await media.scene.client.audio.transcriptions.create({
      model: 'gpt-4o-transcribe',
      file: await file(),
      prompt,
    });
    expect(await media.scene.lastCall()).toMatchObject(expected);
    const stream = await media.scene.client.audio.transcriptions.create({
      model: 'gpt-4o-transcribe',
      file: await file(),
      prompt,
      stream: true,
    });
    let last = '';
    for await (const event of stream) last = event.type;
    expect(last).toBe('transcript.text.done');
    expect(await media.scene.lastCall()).toMatchObject(expected);
  });

  test('fail over to another channel with the same bytes', async () => {
    await media.scene.channel('sk-two', { models: media.scene.models, priority: 5 });
    media.scene.faults.set('sk-two', 'status-500');
    await media.scene.setOptions({ RetryTimes: '1' });
    const form = new FormData();
    form.append('file', await file());
    form.append('model', 'whisper-1');
    expect((await media.scene.post('audio/translations', form)).status).toBe(200);
    const bodies = media.scene.simulator.requests.map(({ body }) => body);
    expect(media.scene.keysTried()).toEqual(['sk-two', 'sk-one']);
    expect(bodies[0]).toBe(bodies[1]);
    media.scene.faults.clear();
  });

  test('keep every byte except the model’s name if it is mapped', async () => {
    const form = new FormData();
    form.append('file', new File([new Uint8Array(recording())], 'talk.wav'));
    form.append('model', 'mapped');
    form.append('language', 'de');
    const request = new Request('http://gateway.invalid', { method: 'POST', body: form });
    const bytes = Buffer.from(await request.arrayBuffer());
    const response = await fetch(`${media.scene.gateway.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${media.scene.secret}-1`,
        'content-type': request.headers.get('content-type') ?? '',
      },
      body: bytes,
    });
    expect(response.status).toBe(403);
    const sent = await fetch(`${media.scene.gateway.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${media.scene.secret}`,
        'content-type': request.headers.get('content-type') ?? '',
      },
      body: bytes,
    });
    expect(sent.status).toBe(200);
    const received = media.scene.simulator.requests.at(-1)?.body ?? '';
    expect(received.replace('whisper-1-large', 'mapped')).toBe(bytes.toString('latin1'));
  });
});
