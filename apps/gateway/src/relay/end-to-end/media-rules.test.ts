import OpenAI, { toFile } from 'openai';
import { describe, expect, test } from 'vitest';
import { recording, setUpMediaScene } from '../../../test-support/media-scene.ts';

const media = setUpMediaScene();

describe('calls with images and audio follow the rules of all calls', () => {
  test.each([
    ['no form', 'audio/transcriptions', '{}', 'application/json', /multipart\/form-data/],
    ['a form without boundary', 'images/edits', 'x', 'multipart/form-data', /boundary/],
    ['a cut form', 'audio/translations', '--b\r\n', 'multipart/form-data; boundary=b', /malformed/],
    [
      'a form without file',
      'audio/transcriptions',
      '--b--',
      'multipart/form-data; boundary=b',
      /file/,
    ],
    [
      'a count twice',
      'images/generations',
      '{"prompt":"x","n":1,"n":9}',
      'application/json',
      /more than once/,
    ],
    [
      'too many images',
      'images/generations',
      '{"prompt":"x","n":500}',
      'application/json',
      /from 1 to 128/,
    ],
    ['no text', 'audio/speech', '{"model":"tts-1"}', 'application/json', /input/],
    ['broken JSON', 'audio/speech', '{', 'application/json', /JSON/],
  ])('%s is refused with 400 and a message', async (_name, path, body, type, words) => {
    const { status, error } = await media.scene.post(path, body, type);
    expect(status).toBe(400);
    expect(error?.message).toMatch(words);
    expect(media.scene.simulator.requests).toEqual([]);
  });

  test('sensitive words are found in image and speech prompts and in forms', async () => {
    await media.scene.setOptions({
      SensitiveWords: 'dragon',
      CheckSensitiveEnabled: 'true',
      CheckSensitiveOnPromptEnabled: 'true',
    });
    const form = new FormData();
    form.append('image', new File(['x'], 'a.png'));
    form.append('prompt', 'A Dragon');
    const responses = [
      await media.scene.post(
        'images/generations',
        JSON.stringify({ prompt: 'a dragon' }),
        'application/json',
      ),
      await media.scene.post(
        'audio/speech',
        JSON.stringify({ input: 'Dragon' }),
        'application/json',
      ),
      await media.scene.post('images/edits', form),
    ];
    expect(responses.map(({ status }) => status)).toEqual([400, 400, 400]);
    await media.scene.setOptions({ CheckSensitiveEnabled: 'false' });
  });

  test('a balance that does not cover the request refuses it before anything is sent', async () => {
    const poor = await media.scene.gateway.user({ quota: 30_000 });
    const { secret } = await media.scene.gateway.token(poor);
    const asked = new OpenAI({
      baseURL: `${media.scene.gateway.url}/v1`,
      apiKey: secret,
      maxRetries: 0,
    }).images.generate({ model: 'dall-e-3', prompt: 'a gate', n: 2 });
    await expect(asked).rejects.toMatchObject({ status: 402 });
    expect(media.scene.simulator.requests).toEqual([]);
  });

  test('Azure is called at its deployment, with its own header, also for forms', async () => {
    await media.scene.channel('azure-key', {
      type: 3,
      models: 'dall-e-3,whisper-1,tts-1',
      priority: 9,
      other: '2025-04-01-preview',
    });
    await media.scene.client.images.generate({ model: 'dall-e-3', prompt: 'a gate' });
    await media.scene.client.audio.transcriptions.create({
      model: 'whisper-1',
      file: await toFile(recording(), 'talk.wav'),
    });
    await media.scene.client.audio.speech.create({ model: 'tts-1', voice: 'alloy', input: 'hi' });
    expect(
      media.scene.simulator.requests.map(({ path, headers }) => [path, headers['api-key']]),
    ).toEqual(
      ['dall-e-3/images/generations', 'whisper-1/audio/transcriptions', 'tts-1/audio/speech'].map(
        (path) => [`/openai/deployments/${path}?api-version=2025-04-01-preview`, 'azure-key'],
      ),
    );
  });
});
