import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toFile } from 'openai';
import { describe, expect, test } from 'vitest';
import { setUpMediaScene, scriptPrompt } from '../../../test-support/media-scene.ts';

const media = setUpMediaScene();

describe('images', () => {
  test('cost the price of the model by size, quality and number, all shown in the log', async () => {
    const generated = await media.scene.client.images.generate({
      model: 'dall-e-3',
      prompt: 'a gate',
      n: 2,
      size: '1024x1792',
      quality: 'hd',
    });
    expect(generated.data?.length).toBe(2);
    expect(await media.scene.lastCall()).toMatchObject({
      quota: 0.04 * 3 * 2 * 500_000,
      other: {
        model_price: 0.04,
        call_factor: 6,
        images: 2,
        image_size: '1024x1792',
        size_factor: 3,
        request_path: '/v1/images/generations',
      },
    });
  });

  test('of a quality that a price per call does not cover are refused by its name', async () => {
    const call = { model: 'dall-e-3', prompt: 'a gate', quality: 'max' } as const;
    await expect(media.scene.client.images.generate(call)).rejects.toMatchObject({
      status: 400,
      code: 'quality_not_priced',
      message: expect.stringMatching(/max.*dall-e-3.*ImageFactors|dall-e-3.*max.*ImageFactors/),
    });
  });

  test('missing images are not charged', async () => {
    await media.scene.client.images.generate({
      model: 'dall-e-3',
      prompt: scriptPrompt({ images: 1 }),
      n: 4,
    });
    expect(await media.scene.lastCall()).toMatchObject({
      quota: 20_000,
      other: { images: 1, reserved: 80_000 },
    });
  });

  test('images of a model priced by tokens cost the tokens that the upstream reports', async () => {
    await media.scene.client.images.generate({
      model: 'gpt-image-1',
      prompt: scriptPrompt({ prompt_tokens: 60, image_tokens: 20, completion_tokens: 272 }),
      quality: 'low',
    });
    // 5, 10 and 40 USD per million.
    expect(await media.scene.lastCall()).toMatchObject({
      quota: (40 * 5 + 20 * 10 + 272 * 40) / 2,
      prompt_tokens: 60,
      completion_tokens: 272,
      other: { image_input: 20, image_ratio: 2, image_quality: 'low' },
    });
  });

  test('are streamed after their partial images, and charged before the stream ends', async () => {
    const stream = await media.scene.client.images.generate({
      model: 'gpt-image-1',
      prompt: scriptPrompt({ prompt_tokens: 50, completion_tokens: 1056 }),
      stream: true,
      partial_images: 2,
    });
    const types: string[] = [];
    for await (const event of stream) types.push(event.type);
    expect(types).toEqual([
      'image_generation.partial_image',
      'image_generation.partial_image',
      'image_generation.completed',
    ]);
    expect(await media.scene.lastCall()).toMatchObject({ quota: (50 * 5 + 1056 * 40) / 2 });
  });

  test('may take longer to start than text', async () => {
    await media.scene.setOptions({ FirstTokenTimeoutSeconds: '0.01' });
    const stream = await media.scene.client.images.generate({
      model: 'gpt-image-1',
      prompt: scriptPrompt({ delay_ms: 300 }),
      stream: true,
    });
    const types: string[] = [];
    for await (const event of stream) types.push(event.type);
    expect(types).toEqual(['image_generation.completed']);
    await media.scene.setOptions({ FirstTokenTimeoutSeconds: '0' });
  });

  test('an interrupted stream of images ends with an error, and costs only what arrived', async () => {
    const stream = await media.scene.client.images.generate({
      model: 'gpt-image-1',
      prompt: scriptPrompt({ fault: 'cut-mid-stream' }),
      stream: true,
      partial_images: 1,
    });
    let last = '';
    const read = async () => {
      for await (const event of stream) last = event.type;
    };
    await expect(read()).rejects.toThrow(/incomplete/);
    expect(last).toBe('image_generation.partial_image');
    expect(await media.scene.lastCall()).toMatchObject({
      completion_tokens: 0,
      other: { end: 'interrupted', images: 0 },
    });
  });

  test('images to be edited are sent byte for byte', async () => {
    const image = await toFile(Buffer.from([0, 255, 13, 10, 45, 45, 128]), 'a.png', {
      type: 'image/png',
    });
    const generated = await media.scene.client.images.edit({
      model: 'gpt-image-1',
      image,
      prompt: scriptPrompt({ prompt_tokens: 400, image_tokens: 380, completion_tokens: 272 }),
    });
    expect(generated.data?.length).toBe(1);
    const [sent] = media.scene.simulator.requests;
    expect(sent?.path).toBe('/v1/images/edits');
    expect(sent?.body).toContain('\r\n\r\n\u0000\u00ff\r\n--\u0080\r\n');
    expect(await media.scene.lastCall()).toMatchObject({
      quota: (20 * 5 + 380 * 10 + 272 * 40) / 2,
    });
  });

  test('image variations name the priced model if the client names none', async () => {
    const image = await toFile(Buffer.from('PNG'), 'a.png', { type: 'image/png' });
    const form = new FormData();
    form.append('image', image);
    form.append('size', '256x256');
    expect((await media.scene.post('images/variations', form)).status).toBe(200);
    expect(media.scene.simulator.requests[0]?.body).toMatch(/name="model"\r\n\r\ndall-e-2\r\n/);
    expect(await media.scene.lastCall()).toMatchObject({ quota: 8000, model_name: 'dall-e-2' });
  });

  test('URLs of images do not show the channel’s key, and those signed for the caller stay as they are', async () => {
    const key = 'images-secret-canary';
    const padding = '?signature=of-the-provider-for-the-caller'.padEnd(150, 'x');
    const body = { created: 1, data: [{ url: `https://a.b/1?key=${key}` }, { url: padding }] };
    const upstream = createServer((request, response) => {
      request.resume().on('end', () => response.end(JSON.stringify(body)));
    });
    await once(upstream.listen(0, '127.0.0.1'), 'listening');
    const { port } = upstream.address() as AddressInfo;
    const base_url = `http://127.0.0.1:${port}`;
    await media.scene.channel(key, { base_url, models: 'dall-e-2', priority: 9 });
    const generated = await media.scene.client.images.generate({
      model: 'dall-e-2',
      prompt: 'two gates',
      n: 2,
    });
    expect(generated.data).toEqual([{ url: 'https://a.b/1?key=***' }, { url: padding }]);
    upstream.closeAllConnections();
    upstream.close();
  });
});
