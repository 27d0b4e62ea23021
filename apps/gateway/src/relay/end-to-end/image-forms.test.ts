import { generateKeyPairSync } from 'node:crypto';
import {
  type Simulator,
  startBaiduSimulator,
  startCloudflareSimulator,
  startGeminiSimulator,
  startImageSimulator,
  startVertexSimulator,
} from '@tollgate/simulators';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { scriptPrompt } from '../../../test-support/media-scene.ts';
import { type RelayScene, startRelayScene } from '../../../test-support/relay-scene.ts';

const ACCOUNT = {
  type: 'service_account',
  project_id: 'simulated',
  private_key_id: 'k1',
  client_email: 'gateway@simulated.iam.gserviceaccount.com',
  private_key: generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
} as const;
const KEY = 'sk-images';
const BASE64 = 'iVBORw0KGgo=';
const ADDRESS = 'https://images.invalid/one.png';

/** Vendors of images with their own API: the channel, the model, and what a call looks like there. */
const VENDORS = {
  gemini: {
    start: () => startGeminiSimulator({ apiKeys: [KEY] }),
    channel: { type: 24, key: KEY },
    model: 'imagen-4.0-generate-001',
    path: '/v1beta/models/imagen-4.0-generate-001:predict',
    sent: {
      instances: [{ prompt: 'a gate' }],
      parameters: { sampleCount: 2, aspectRatio: '9:16' },
    },
    picture: { b64_json: BASE64 },
  },
  vertex: {
    start: () => startVertexSimulator({ account: ACCOUNT, nowMs: () => scene.clock.nowMs() }),
    channel: { type: 41, other: 'us-central1' },
    model: 'imagen-4.0-ultra-generate-001',
    path: '/v1/projects/simulated/locations/us-central1/publishers/google/models/imagen-4.0-ultra-generate-001:predict',
    sent: {
      instances: [{ prompt: 'a gate' }],
      parameters: { sampleCount: 2, aspectRatio: '9:16' },
    },
    picture: { b64_json: BASE64 },
  },
  qwen: {
    start: () => startImageSimulator({ apiKeys: [KEY] }),
    channel: { type: 17, key: KEY },
    model: 'qwen-image',
    path: '/api/v1/services/aigc/multimodal-generation/generation',
    sent: {
      model: 'qwen-image',
      input: { messages: [{ role: 'user', content: [{ text: 'a gate' }] }] },
      parameters: { n: 2, size: '1024*1792' },
    },
    picture: { url: ADDRESS },
  },
  'qwen-jobs': {
    start: () => startImageSimulator({ apiKeys: [KEY] }),
    channel: { type: 17, key: KEY },
    model: 'wan2.2-t2i-flash',
    path: '/api/v1/services/aigc/text2image/image-synthesis',
    sent: {
      model: 'wan2.2-t2i-flash',
      input: { prompt: 'a gate' },
      parameters: { n: 2, size: '1024*1792' },
    },
    picture: { url: ADDRESS },
  },
  siliconcloud: {
    start: () => startImageSimulator({ apiKeys: [KEY] }),
    channel: { type: 40, key: KEY },
    model: 'Kwai-Kolors/Kolors',
    path: '/v1/images/generations',
    sent: {
      model: 'Kwai-Kolors/Kolors',
      prompt: 'a gate',
      image_size: '1024x1792',
      batch_size: 2,
    },
    picture: { url: ADDRESS },
  },
  minimax: {
    start: () => startImageSimulator({ apiKeys: [KEY] }),
    channel: { type: 35, key: KEY, other: '77' },
    model: 'image-01',
    path: '/v1/image_generation',
    sent: {
      model: 'image-01',
      prompt: 'a gate',
      n: 2,
      aspect_ratio: '9:16',
      response_format: 'url',
    },
    picture: { url: ADDRESS },
  },
  baidu: {
    start: () => startBaiduSimulator({ apiKey: 'ak', secretKey: 'sk' }),
    channel: { type: 15, key: 'ak|sk' },
    model: 'stable-diffusion-xl',
    path: '/rpc/2.0/ai_custom/v1/wenxinworkshop/text2image/sd_xl',
    sent: { prompt: 'a gate', n: 2, size: '1024x1792' },
    picture: { b64_json: BASE64 },
  },
  cloudflare: {
    start: () => startCloudflareSimulator({ apiKeys: [KEY] }),
    channel: { type: 39, key: KEY, other: 'acc' },
    model: '@cf/black-forest-labs/flux-1-schnell',
    path: '/client/v4/accounts/acc/ai/run/@cf/black-forest-labs/flux-1-schnell',
    sent: { prompt: 'a gate', width: 1024, height: 1792 },
    picture: { b64_json: BASE64 },
  },
} as const;
type Name = keyof typeof VENDORS;
const NAMES = Object.keys(VENDORS) as Name[];
/** Cloudflare generates only one image per call. */
const countAt = (name: Name) => (name === 'cloudflare' ? 1 : 2);

let scene: RelayScene;
let client: OpenAI;
let prices = '';
const simulators = new Map<Name, Simulator>();
const simulatorOf = (name: Name) => simulators.get(name) as Simulator;

beforeAll(async () => {
  scene = await startRelayScene();
  const { gateway, secret } = scene;
  client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: secret, maxRetries: 0 });
  const models = [...NAMES.map((name) => VENDORS[name].model), '@cf/stable-diffusion', 'embo-01'];
  prices = JSON.stringify(Object.fromEntries(models.map((model) => [model, 0.05])));
  await gateway.setOption('ModelPrice', prices);
  for (const name of NAMES) {
    // oxlint-disable-next-line no-await-in-loop -- a few, and in order
    const simulator = await VENDORS[name].start();
    simulators.set(name, simulator);
    const { channel, model } = VENDORS[name];
    const account = 'account' in simulator ? { key: JSON.stringify(simulator.account) } : {};
    const base_url = simulator.url;
    const more = {
      cloudflare: ',@cf/stable-diffusion',
      minimax: ',embo-01,speech-2.8-hd',
    } as const;
    const served = model + ((more as Partial<Record<Name, string>>)[name] ?? '');
    // oxlint-disable-next-line no-await-in-loop -- a few, and in order
    await gateway.channel({ ...channel, ...account, models: served, base_url });
  }
});
afterAll(async () => {
  await scene.close();
  for (const simulator of simulators.values()) await simulator.close();
});

const make = (name: Name, body: object = {}) =>
  client.images.generate({ model: VENDORS[name].model, prompt: 'a gate', ...body, stream: false });
const balanceOf = async () => (await scene.owner.call('GET', '/api/user/self')).body.data.quota;
const lastCall = async () => (await scene.logs())[0];

describe.each(NAMES)('images of %s', (name) => {
  const { path, sent, picture } = VENDORS[name];
  const count = countAt(name);

  test('are requested in its own format and charged individually', async () => {
    const generated = await make(name, { n: count, size: '1024x1792' });
    expect(generated.data).toEqual(Array.from({ length: count }, () => picture));
    expect(generated.created).toBeGreaterThan(1_700_000_000);
    const request = simulatorOf(name).requests.findLast(({ path: at }) => at.startsWith(path));
    expect(JSON.parse(request?.body ?? '')).toEqual(sent);
    expect(await lastCall()).toMatchObject({
      quota: 0.05 * count * 500_000,
      other: { images: count, image_size: '1024x1792', request_path: '/v1/images/generations' },
    });
  });

  test('failed images are an error that gives the reason, and cost nothing', async () => {
    const before = await balanceOf();
    const failed = make(name, { prompt: scriptPrompt({ fault: 'status-400' }) });
    await expect(failed).rejects.toMatchObject({ status: 400 });
    await expect(failed).rejects.toThrow(/temperature/);
    expect(await balanceOf()).toBe(before);
  });

  test('can not be streamed, nor be made from other images', async () => {
    const model = VENDORS[name].model;
    await expect(
      client.images.generate({ model, prompt: 'a gate', stream: true }),
    ).rejects.toMatchObject({ status: 400 });
    const image = new File([Buffer.from(BASE64, 'base64')], 'a.png');
    await expect(client.images.edit({ model, prompt: 'a gate', image })).rejects.toMatchObject({
      status: 501,
    });
  });
});

test.each(['gemini', 'qwen', 'siliconcloud', 'minimax'] as const)(
  'missing images of %s are not charged',
  async (name) => {
    await make(name, { n: 3, prompt: scriptPrompt({ images: 1 }) });
    expect(await lastCall()).toMatchObject({ quota: 25_000, other: { images: 1 } });
  },
);

test('images withheld by the filter are an error, and cost nothing', async () => {
  const before = await balanceOf();
  const failed = make('gemini', { prompt: scriptPrompt({ images: 0 }) });
  await expect(failed).rejects.toMatchObject({ status: 400, code: 'content_filter' });
  expect(await balanceOf()).toBe(before);
});

test('a failed job is an error that gives the reason, and costs nothing', async () => {
  const before = await balanceOf();
  const failed = make('qwen-jobs', { prompt: scriptPrompt({ images: 0 }) });
  await expect(failed).rejects.toMatchObject({ status: 400, code: 'DataInspectionFailed' });
  expect(await balanceOf()).toBe(before);
  const { method, path, headers } = simulatorOf('qwen-jobs').requests.at(-1) ?? {};
  expect([method, path]).toEqual(['GET', expect.stringMatching(/^\/api\/v1\/tasks\/task-\d+$/)]);
  expect(headers?.authorization).toBe(`Bearer ${KEY}`);
});

test('a client gets a URL or the image, as requested', async () => {
  const [shown] = (await make('gemini', { response_format: 'url' })).data ?? [];
  expect(shown?.url).toBe(`data:image/png;base64,${BASE64}`);
  const [bytes] = (await make('minimax', { response_format: 'b64_json' })).data ?? [];
  expect(bytes?.b64_json).toBe(BASE64);
});

test('large images of Imagen are requested as such', async () => {
  await make('gemini', { size: '2048x2048' });
  expect(JSON.parse(simulatorOf('gemini').requests.at(-1)?.body ?? '')).toMatchObject({
    parameters: { aspectRatio: '1:1', sampleImageSize: '2K' },
  });
});

test('models that respond with image bytes are supported', async () => {
  const generated = await client.images.generate({
    model: '@cf/stable-diffusion',
    prompt: 'a gate',
  });
  expect(generated.data).toEqual([{ b64_json: BASE64 }]);
});

test('a channel that generates one image per call is not asked for two', async () => {
  const calls = simulatorOf('cloudflare').stats().calls;
  await expect(make('cloudflare', { n: 2 })).rejects.toMatchObject({ status: 400 });
  expect(simulatorOf('cloudflare').stats().calls).toBe(calls);
});

test("images of Qianfan pass in OpenAI's format with additional members, and are charged individually", async () => {
  const simulator = await startImageSimulator({ apiKeys: [KEY] });
  const models = 'irag-1.0';
  await scene.gateway.channel({ type: 46, key: KEY, base_url: simulator.url, models });
  await scene.gateway.setOption('ModelPrice', JSON.stringify({ [models]: 0.02 }));
  const body = { model: models, prompt: 'a gate', n: 2, refer_image: ADDRESS };
  const generated = await client.images.generate(body);
  expect(generated.data).toEqual([{ url: ADDRESS }, { url: ADDRESS }]);
  expect(JSON.parse(simulator.requests.at(-1)?.body ?? '')).toEqual(body);
  expect(await lastCall()).toMatchObject({ quota: 2 * 0.02 * 500_000, other: { images: 2 } });
  await simulator.close();
  await scene.gateway.setOption('ModelPrice', prices);
});

test('embeddings of MiniMax include their purpose and the group, and cost the reported tokens', async () => {
  await scene.gateway.setOption('ModelPrice', '{}');
  await scene.gateway.setOption('ModelRatio', '{"embo-01":0.5}');
  const response = await client.embeddings.create({
    model: 'embo-01',
    input: [JSON.stringify({ sim: { prompt_tokens: 20 } }), 'two'],
    encoding_format: 'float',
  });
  expect(response.data.map(({ embedding }) => embedding.length)).toEqual([3, 3]);
  const { path, body } = simulatorOf('minimax').requests.at(-1) ?? { path: '', body: '' };
  expect(path).toBe('/v1/embeddings?GroupId=77');
  expect(JSON.parse(body)).toMatchObject({ model: 'embo-01', type: 'db' });
  expect(await lastCall()).toMatchObject({ quota: 10, prompt_tokens: 20 });
});

describe("a client of Google's :predict", () => {
  const predict = async (model: string, instances: object[]) => {
    const parameters = { sampleCount: 2, aspectRatio: '16:9' };
    const response = await fetch(`${scene.gateway.url}/v1beta/models/${model}:predict`, {
      method: 'POST',
      headers: { 'x-goog-api-key': scene.secret },
      body: JSON.stringify({ instances, parameters }),
    });
    return { status: response.status, body: (await response.json()) as Record<string, unknown> };
  };

  test.each(['gemini', 'vertex', 'minimax'] as const)(
    'gets images of %s in the requested aspect ratio',
    async (name) => {
      await scene.gateway.setOption('ModelPrice', prices);
      const image = { mimeType: 'image/png', bytesBase64Encoded: BASE64 };
      expect(await predict(VENDORS[name].model, [{ prompt: 'a gate' }])).toEqual({
        status: 200,
        body: { predictions: [image, image] },
      });
      expect(simulatorOf(name).requests.at(-1)?.body).toMatch(/"16:9"/);
      expect(await lastCall()).toMatchObject({ quota: 0.05 * 2 * 500_000, other: { images: 2 } });
    },
  );

  test('gets the reason in its own dialect if there is no image', async () => {
    const { model } = VENDORS.gemini;
    const failed = await predict(model, [{ prompt: scriptPrompt({ fault: 'status-400' }) }]);
    expect(failed).toMatchObject({
      status: 400,
      body: {
        error: { status: 'INVALID_ARGUMENT', message: expect.stringMatching(/temperature/) },
      },
    });
    for (const instances of [[], [{ prompt: 'a' }, { prompt: 'b' }], [{ content: 'a' }]])
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      expect(await predict(model, instances)).toMatchObject({
        status: 400,
        body: { error: { status: 'INVALID_ARGUMENT' } },
      });
  });
});

describe('speech of MiniMax', () => {
  const speak = (input: string, body: object = {}) =>
    client.audio.speech.create({ model: 'speech-2.8-hd', voice: 'Wise_Woman', input, ...body });

  test('is requested in its own format, arrives as audio and is charged by characters', async () => {
    await scene.gateway.setOption('ModelPrice', '{}');
    await scene.gateway.setOption('ModelRatio', '{"speech-2.8-hd":50}');
    const response = await speak('Tür 门', { response_format: 'wav', speed: 1.5 });
    expect(response.headers.get('content-type')).toBe('audio/wav');
    expect(await response.text()).toBe('Tür 门');
    const { path, body } = simulatorOf('minimax').requests.at(-1) ?? { path: '', body: '' };
    expect(path).toBe('/v1/t2a_v2');
    expect(JSON.parse(body)).toEqual({
      model: 'speech-2.8-hd',
      text: 'Tür 门',
      stream: false,
      voice_setting: { voice_id: 'Wise_Woman', speed: 1.5 },
      audio_setting: { format: 'wav' },
    });
    expect(await lastCall()).toMatchObject({ quota: 5 * 50, other: { characters: 5 } });
  });

  test('speech refused with the status 200 is an error and costs nothing', async () => {
    const before = await balanceOf();
    await expect(speak('forbidden')).rejects.toMatchObject({ status: 400 });
    await expect(speak('Hi', { response_format: 'opus' })).rejects.toMatchObject({ status: 400 });
    await expect(speak('Hi', { stream_format: 'sse' })).rejects.toMatchObject({ status: 400 });
    expect(await balanceOf()).toBe(before);
  });
});
