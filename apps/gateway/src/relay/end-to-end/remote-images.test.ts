import Anthropic from '@anthropic-ai/sdk';
import {
  type Simulator,
  startCompatibleSimulator,
  startOllamaSimulator,
} from '@tollgate/simulators';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import OpenAI from 'openai';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CallerScene, openCallerScene } from '../../../test-support/dialect-scene.ts';
import { startTestGateway } from '../../../test-support/test-gateway.ts';

const PNG = 'iVBORw0KGgo=';
/** Upstreams that fetch no images by URL, in each dialect. */
const UPSTREAMS = {
  native: { type: 4, setting: '{"dialect":"ollama-chat"}', model: 'gpt-4.1' },
  ollama: { type: 4, setting: '', model: 'gpt-4.1-mini' },
  moonshot: { type: 25, setting: '', model: 'kimi-k2.5' },
} as const;
type Name = keyof typeof UPSTREAMS;

let scene: CallerScene;
let ollama: Simulator;
let compatible: Simulator;
let images: Server;
let fetched: string[] = [];
let address = '';

beforeAll(async () => {
  scene = await openCallerScene(await startTestGateway({ env: { ALLOW_PRIVATE_MEDIA: 'on' } }));
  ollama = await startOllamaSimulator();
  compatible = await startCompatibleSimulator();
  images = createServer(({ url: path = '' }, response) => {
    fetched.push(path);
    if (path === '/page') return response.writeHead(200, { 'content-type': 'text/html' }).end();
    return response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(PNG, 'base64'));
  });
  await new Promise<void>((resolve) => images.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(images.address() as AddressInfo).port}`;
  for (const { type, setting, model } of Object.values(UPSTREAMS)) {
    const base_url = setting === '' ? compatible.url : ollama.url;
    // oxlint-disable-next-line no-await-in-loop -- a few, and in order
    await scene.gateway.channel({ type, setting, models: model, base_url, key: 'k' });
  }
});
afterAll(async () => {
  await scene.gateway.close();
  await Promise.all([ollama.close(), compatible.close()]);
  images.close();
});

const sentTo = (name: Name) =>
  (name === 'native' ? ollama : compatible).requests.at(-1)?.body ?? '';
const look = (name: Name, url: string) =>
  new OpenAI({
    apiKey: scene.target.secret,
    baseURL: `${scene.target.url}/v1`,
    maxRetries: 0,
  }).chat.completions.create({
    model: UPSTREAMS[name].model,
    messages: [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Look' },
          { type: 'image_url', image_url: { url, detail: 'low' } },
        ],
      },
    ],
  });

test.each(Object.keys(UPSTREAMS) as Name[])(
  'an image by URL is fetched for %s and included in the request',
  async (name) => {
    fetched = [];
    await look(name, `${address}/cat.png`);
    expect(fetched).toEqual(['/cat.png']);
    const sent = JSON.parse(sentTo(name)) as {
      messages: { images?: string[]; content: unknown }[];
    };
    if (name === 'native') expect(sent.messages[0]?.images).toEqual([PNG]);
    else
      expect(sent.messages[0]?.content).toEqual([
        { type: 'text', text: 'Look' },
        {
          type: 'image_url',
          image_url: { url: `data:image/png;base64,${PNG}`, detail: 'low' },
        },
      ]);
    expect((await scene.lastCall()).prompt_tokens).toBe(95);
  },
);

test.each(Object.keys(UPSTREAMS) as Name[])(
  'an inline image for %s is left unchanged, and nothing is fetched',
  async (name) => {
    fetched = [];
    await look(name, `data:image/png;base64,${PNG}`);
    expect(sentTo(name)).toContain(PNG);
    expect(fetched).toEqual([]);
  },
);

test.each(Object.keys(UPSTREAMS) as Name[])(
  'a URL for %s that is not an image is a 400 that says so',
  async (name) => {
    await expect(look(name, `${address}/page`)).rejects.toMatchObject({
      status: 400,
      code: 'media_unreachable',
    });
  },
);

test('images of Anthropic clients are also fetched for Ollama', async () => {
  const client = new Anthropic({ apiKey: scene.target.secret, baseURL: scene.target.url });
  const source = { type: 'url' as const, url: `${address}/cat.png` };
  await client.messages.create({
    model: UPSTREAMS.ollama.model,
    max_tokens: 5,
    messages: [{ role: 'user', content: [{ type: 'image', source }] }],
  });
  expect(JSON.parse(sentTo('ollama'))).toMatchObject({
    messages: [{ content: [{ source: { type: 'base64', media_type: 'image/png', data: PNG } }] }],
  });
});
