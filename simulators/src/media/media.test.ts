import OpenAI, { toFile } from 'openai';
import { afterEach, expect, test } from 'vitest';
import { type Simulator, startOpenAiSimulator } from '../openai-simulator.ts';

const open: Simulator[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((simulator) => simulator.close()));
});

async function start() {
  const simulator = await startOpenAiSimulator();
  open.push(simulator);
  const client = new OpenAI({ baseURL: `${simulator.url}/v1`, apiKey: 'sk-any', maxRetries: 0 });
  return { simulator, client };
}
const scriptText = (sim: object) => JSON.stringify({ sim });

test('the number of images is as requested or overridden, by URL or in base64', async () => {
  const { client } = await start();
  const plain = await client.images.generate({ model: 'dall-e-3', prompt: 'x', n: 2 });
  expect(plain.data?.map(({ url }) => typeof url)).toEqual(['string', 'string']);
  expect(plain.usage).toBeUndefined();
  const prompt = scriptText({ images: 1, prompt_tokens: 9, image_tokens: 4, completion_tokens: 7 });
  const priced = await client.images.generate({ model: 'gpt-image-1', prompt, n: 3 });
  expect(priced.data?.length).toBe(1);
  expect(priced.usage).toMatchObject({
    input_tokens: 9,
    input_tokens_details: { image_tokens: 4, text_tokens: 5 },
    output_tokens: 7,
  });
});

test('a form without its file is refused like by the vendor', async () => {
  const { client, simulator } = await start();
  const file = await toFile(Buffer.from('sound'), 'a.wav');
  const written = await client.audio.transcriptions.create({
    model: 'whisper-1',
    file,
    prompt: scriptText({ text: 'well', seconds: 4 }),
  });
  expect(written).toMatchObject({ text: 'well', usage: { type: 'duration', seconds: 4 } });
  const form = new FormData();
  form.append('model', 'whisper-1');
  const refused = await fetch(`${simulator.url}/v1/audio/transcriptions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk-any' },
    body: form,
  });
  expect(refused.status).toBe(400);
  expect(await refused.json()).toMatchObject({ error: { param: 'file' } });
});

test('speech comes in as many chunks as the override has tokens, with the content type of its format', async () => {
  const { client } = await start();
  const response = await client.audio.speech.create({
    model: 'tts-1',
    voice: 'alloy',
    input: scriptText({ tokens: 3 }),
    response_format: 'wav',
  });
  expect(response.headers.get('content-type')).toBe('audio/wav');
  expect((await response.arrayBuffer()).byteLength).toBe(3 * 1024);
});
