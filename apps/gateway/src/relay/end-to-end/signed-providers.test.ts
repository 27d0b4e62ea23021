import { CHAT_DIALECTS } from '@tollgate/contract';
import type { Dialect } from '@tollgate/dialects';
import {
  type BaiduSimulator,
  type Simulator,
  startBaiduSimulator,
  startGeminiSimulator,
  startHunyuanSimulator,
  startSparkSimulator,
  startZhipuSimulator,
} from '@tollgate/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargeOf } from '../../../test-support/charge-of.ts';
import {
  type CallerScene,
  openCallerScene,
  scriptText,
} from '../../../test-support/dialect-scene.ts';
import { startTestGateway } from '../../../test-support/test-gateway.ts';
import { manualClock } from '../../platform/clock.ts';

const HOUR_MS = 3_600_000;
const ZHIPU_KEY = '0123456789abcdef0123456789abcdef.MySecretMySecret';
const clock = manualClock(Date.UTC(2026, 10, 21, 12));
/** How far the providers' clocks are ahead of ours. */
let skewMs = 0;
const nowMs = () => clock.nowMs() + skewMs;

/** Providers with signed calls or access tokens. The model's name selects the provider. */
const PROVIDERS = {
  baidu: {
    start: () => startBaiduSimulator({ apiKey: 'ak', secretKey: 's/k' }),
    channel: { type: 15, key: 'ak|s/k' },
    model: 'gpt-4.1',
    upstream: 'ERNIE-4.0-8K',
    path: '/rpc/2.0/ai_custom/v1/wenxinworkshop/chat/completions_pro',
    tools: 1,
  },
  hunyuan: {
    start: () => startHunyuanSimulator({ secret: { secretId: 'id', secretKey: 'sk' }, nowMs }),
    channel: { type: 23, key: '125|id|sk' },
    model: 'gpt-4.1-mini',
    upstream: 'hunyuan-turbos-latest',
    path: '/',
    tools: 2,
  },
  zhipu: {
    start: () => startZhipuSimulator({ key: ZHIPU_KEY, nowMs }),
    channel: { type: 16, key: ZHIPU_KEY },
    model: 'gpt-4.1-nano',
    upstream: 'glm-4.6',
    path: '/api/paas/v4/chat/completions',
    tools: 2,
  },
  spark: {
    start: () => startSparkSimulator({ apiKeys: ['key:secret'] }),
    channel: { type: 18, key: 'app|secret|key' },
    model: 'gpt-4o',
    upstream: 'generalv3.5',
    path: '/v1/chat/completions',
    tools: 2,
  },
  'spark-socket': {
    start: () =>
      startSparkSimulator({
        application: { appId: 'app', apiKey: 'key', apiSecret: 'secret' },
        nowMs,
      }),
    channel: { type: 18, key: 'app|secret|key', setting: '{"dialect":"spark-chat"}' },
    model: 'o3-mini',
    upstream: 'generalv3.5',
    path: '/v3.5/chat',
    tools: 1,
  },
  palm: {
    start: () => startGeminiSimulator({ apiKeys: ['AIza-simulated'] }),
    channel: { type: 11, key: 'AIza-simulated' },
    model: 'gpt-4o-mini',
    upstream: 'gemini-2.5-flash',
    path: '/v1beta/models/gemini-2.5-flash:generateContent',
    tools: 2,
  },
} as const;
type Name = keyof typeof PROVIDERS;
const NAMES = Object.keys(PROVIDERS) as Name[];
const TOOLS = ['get_weather', 'get_time'];

let scene: CallerScene;
const simulators = new Map<Name, Simulator>();
const simulatorOf = (name: Name) => simulators.get(name) as Simulator;

const fieldsOf = (name: Name) => ({
  ...PROVIDERS[name].channel,
  base_url: simulatorOf(name).url,
  models: PROVIDERS[name].model,
  model_mapping: JSON.stringify({ [PROVIDERS[name].model]: PROVIDERS[name].upstream }),
});

beforeAll(async () => {
  scene = await openCallerScene(await startTestGateway({ clock }));
  await scene.gateway.setOption('RetryTimes', '1');
  for (const name of NAMES) {
    // oxlint-disable-next-line no-await-in-loop -- a few, and in order
    simulators.set(name, await PROVIDERS[name].start());
    // oxlint-disable-next-line no-await-in-loop -- a few, and in order
    await scene.gateway.channel(fieldsOf(name));
  }
});
afterAll(async () => {
  await scene.gateway.close();
  for (const simulator of simulators.values()) await simulator.close();
});

const ask = (
  name: Name,
  question: Partial<Parameters<CallerScene['clients'][Dialect]['ask']>[0]> = {},
  from: Dialect = 'openai-chat',
) => scene.clients[from].ask({ model: PROVIDERS[name].model, text: 'Hi', ...question });
const attemptsOf = async () =>
  ((await scene.lastCall()).other['admin_info'] as { attempts: Record<string, unknown>[] })
    .attempts;

/** Runs with a temporary higher-priority channel that has other fields. */
async function withBetter(name: Name, fields: object, run: (id: number) => Promise<void>) {
  const { id } = await scene.gateway.channel({ ...fieldsOf(name), priority: 9, ...fields });
  try {
    await run(id);
  } finally {
    await scene.gateway.root.call('DELETE', `/api/channel/${id}`);
  }
}

describe.each(NAMES.flatMap((name) => CHAT_DIALECTS.map((from): [Dialect, Name] => [from, name])))(
  'a client of %s reaches %s',
  (from, name) => {
    test.each([false, true])('gets text, charged by the formula (stream: %s)', async (stream) => {
      const before = await scene.balance();
      const usage = { prompt_tokens: 1000, completion_tokens: 50 };
      const response = await ask(name, { text: scriptText({ ...usage, tokens: 5 }), stream }, from);
      expect(response.text).toBe('Hello from the simulator.');
      expect(response.pieces).toBe(stream ? 5 : 1);
      const row = await scene.lastCall();
      expect(row).toMatchObject({ ...usage, is_stream: stream });
      expect(row.other['estimated']).toBeUndefined();
      expect(row.quota).toBe(chargeOf(row));
      expect(before - (await scene.balance())).toBe(row.quota);
      if (!stream)
        expect(simulatorOf(name).requests.at(-1)?.path.split('?')[0]).toBe(PROVIDERS[name].path);
    });

    test.each([false, true])(
      'can call tools and send their results (stream: %s)',
      async (stream) => {
        const question = { text: 'call tool', tools: TOOLS, stream };
        const first = await ask(name, question, from);
        const called = TOOLS.slice(0, PROVIDERS[name].tools);
        expect(first.calls.map(({ name: tool, args }) => [tool, args])).toEqual(
          called.map((tool) => [tool, { city: 'Paris' }]),
        );
        const after = { response: first, results: ['warm', 'noon'].slice(0, called.length) };
        const second = await ask(name, { ...question, after }, from);
        expect(second).toMatchObject({ text: 'Hello from the simulator.', calls: [] });
        expect(simulatorOf(name).requests.at(-1)?.body).toMatch(/warm/);
      },
    );

    test.each([false, true])('gets its errors (stream: %s)', async (stream) => {
      const before = await scene.balance();
      const text = scriptText({ fault: 'status-400-context-length' });
      const failed = ask(name, { text, stream }, from);
      await expect(failed).rejects.toMatchObject({ status: 400 });
      await expect(failed).rejects.toThrow(/maximum context length/);
      expect(await scene.balance()).toBe(before);
    });

    test.each(['cut-mid-stream', 'error-mid-stream'] as const)(
      'never gets a stream that ends by %s as complete',
      async (fault) => {
        const text = scriptText({ fault, tokens: 4 });
        await expect(ask(name, { text, stream: true }, from)).rejects.toThrow();
        const row = await scene.lastCall();
        expect(row.other.end).toBe('interrupted');
        expect(row.quota).toBe(chargeOf(row));
      },
    );
  },
);

describe('a key that is rejected', () => {
  test.each<[Name, string, string]>([
    ['baidu', 'a wrong secret', 'ak|wrong'],
    ['baidu', 'an unknown id', 'other|s/k'],
    ['hunyuan', 'a wrong secret', '125|id|wrong'],
    ['hunyuan', 'an unknown id', '125|other|sk'],
    ['zhipu', 'a wrong secret', '0123456789abcdef0123456789abcdef.WrongWrongWrong1'],
    ['spark', 'a wrong password', 'wrong'],
    ['spark-socket', 'a wrong secret', 'app|wrong|key'],
    ['spark-socket', 'an unknown key', 'app|secret|other'],
    ['spark-socket', 'an unknown application', 'other|secret|key'],
  ])(
    'a key rejected by %s for %s is a channel fault, and the next channel responds',
    async (name, _why, key) => {
      await withBetter(name, { key }, async (id) => {
        expect((await ask(name)).text).toBe('Hello from the simulator.');
        const [first, second] = await attemptsOf();
        expect(first).toMatchObject({ channel: id });
        expect([first?.['kind'], first?.['fault']]).toContain('auth');
        expect(second?.['status']).toBe(200);
      });
    },
  );

  test.each<[Name, string]>([
    ['baidu', 'ak|wrong'],
    ['hunyuan', '125|id|wrong'],
    ['zhipu', '0123456789abcdef0123456789abcdef.WrongWrongWrong1'],
    ['spark-socket', 'app|wrong|key'],
  ])('a key rejected by %s disables the channel', async (name, key) => {
    await scene.gateway.setOption('AutomaticDisableChannelEnabled', 'true');
    await withBetter(name, { key }, async (id) => {
      await ask(name);
      const statusOf = async () =>
        (await scene.gateway.root.call('GET', `/api/channel/${id}`)).body.data.status;
      await expect.poll(statusOf).toBe(3);
    });
    await scene.gateway.setOption('AutomaticDisableChannelEnabled', 'false');
  });

  test.each<[Name]>([['hunyuan'], ['zhipu'], ['spark-socket']])(
    'a key rejected by %s because of clock skew does not disable the channel',
    async (name) => {
      await scene.gateway.setOption('AutomaticDisableChannelEnabled', 'true');
      await withBetter(name, {}, async (id) => {
        skewMs = 30 * HOUR_MS;
        await expect(ask(name)).rejects.toMatchObject({ status: 502 });
        skewMs = 0;
        const { body } = await scene.gateway.root.call('GET', `/api/channel/${id}`);
        expect(body.data.status).toBe(1);
      });
      await scene.gateway.setOption('AutomaticDisableChannelEnabled', 'false');
    },
  );
});

describe('the token of Baidu', () => {
  const baidu = () => simulatorOf('baidu') as BaiduSimulator;

  test('is requested once per month', async () => {
    const before = baidu().tokensAsked();
    await Promise.all([ask('baidu'), ask('baidu')]);
    clock.advance(29 * 24 * HOUR_MS);
    await ask('baidu');
    expect(baidu().tokensAsked() - before).toBeLessThanOrEqual(1);
  });

  test('is requested again after it was revoked, without the caller noticing', async () => {
    await ask('baidu');
    clock.advance(HOUR_MS);
    baidu().withdrawTokens();
    expect((await ask('baidu')).text).toBe('Hello from the simulator.');
    expect(await attemptsOf()).toMatchObject([{ kind: 'auth' }, { status: 200 }]);
  });
});

test('a newer Baidu key is used with the newer API', async () => {
  await withBetter('baidu', { key: 'bce-v3/ALTAK-x/y' }, async () => {
    await ask('baidu');
    const paths = simulatorOf('baidu').requests.slice(-2);
    expect(paths.map(({ path }) => path.split('?')[0])).toContain('/v2/chat/completions');
  });
});

test.each([
  ['max-32k', 'v9.9', '/chat/max-32k', 'max-32k'],
  ['SparkDesk-v4.0', 'v2.1', '/v4.0/chat', '4.0Ultra'],
  ['SparkDesk', 'v3.1', '/v3.1/chat', 'generalv3'],
  ['SparkDesk', '', '/v2.1/chat', 'generalv2'],
])('Spark is called for %s of version %s at %s', async (upstream, other, path, domain) => {
  const mapping = JSON.stringify({ [PROVIDERS['spark-socket'].model]: upstream });
  await withBetter('spark-socket', { other, model_mapping: mapping }, async () => {
    expect((await ask('spark-socket')).text).toBe('Hello from the simulator.');
    const request = simulatorOf('spark-socket').requests.at(-1);
    expect(request?.path.split('?')[0]).toBe(path);
    expect(JSON.parse(request?.body ?? '')).toMatchObject({
      header: { app_id: 'app' },
      parameter: { chat: { domain } },
    });
  });
});

test('a WebSocket channel puts its instructions before those of the client', async () => {
  const setting = { dialect: 'spark-chat', system_prompt: 'Be brief.' };
  await withBetter('spark-socket', { setting: JSON.stringify(setting) }, async () => {
    await ask('spark-socket');
    expect(simulatorOf('spark-socket').requests.at(-1)?.body).toContain(
      '{"role":"system","content":"Be brief."}',
    );
  });
});

test('the secret of Zhipu is never sent', async () => {
  await ask('zhipu');
  const { headers } = simulatorOf('zhipu').requests.at(-1) ?? {};
  expect(headers?.authorization).toMatch(/^Bearer eyJ/);
  expect(JSON.stringify(headers)).not.toContain(ZHIPU_KEY.split('.')[1]);
});

test('images of Zhipu are also requested with a signed token', async () => {
  const model = 'dall-e-3';
  const mapping = JSON.stringify({ [model]: 'cogview-4-250304' });
  await withBetter('zhipu', { models: model, model_mapping: mapping }, async () => {
    const response = await fetch(`${scene.target.url}/v1/images/generations`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${scene.target.secret}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ model, prompt: 'a gate', n: 1 }),
    });
    expect(((await response.json()) as { data: unknown[] }).data).toHaveLength(1);
    const { path, headers, body } = simulatorOf('zhipu').requests.at(-1) ?? {};
    expect(path).toBe('/api/paas/v4/images/generations');
    expect(headers?.authorization).toMatch(/^Bearer eyJ/);
    expect(body).toContain('cogview-4-250304');
    expect(await scene.lastCall()).toMatchObject({ quota: 0.04 * 500_000 });
  });
});

test.each<[Name]>([['baidu'], ['zhipu'], ['hunyuan']])('%s embeds texts', async (name) => {
  const model = 'text-embedding-3-small';
  const mapping = JSON.stringify({ [model]: 'embedding-v1' });
  await withBetter(name, { models: model, model_mapping: mapping }, async () => {
    const response = await fetch(`${scene.target.url}/v1/embeddings`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${scene.target.secret}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ model, input: 'one', encoding_format: 'float' }),
    });
    const { data } = (await response.json()) as { data: { embedding: number[] }[] };
    expect(data[0]?.embedding.length).toBeGreaterThan(0);
    expect(await scene.lastCall()).toMatchObject({ prompt_tokens: 10, completion_tokens: 0 });
  });
});

describe('the console', () => {
  test.each(NAMES.map((name) => [name]))('tests a channel of %s', async (name) => {
    await withBetter(name, {}, async (id) => {
      const { body } = await scene.gateway.root.call('GET', `/api/channel/test/${id}`);
      expect(body).toMatchObject({ success: true });
    });
  });

  test.each<[Name, string, RegExp]>([
    ['baidu', 'ak|wrong', /Client authentication failed/],
    ['hunyuan', '125|id|wrong', /credentials could not be validated/],
    ['spark-socket', 'app|wrong|key', /signature does not match/],
  ])('shows why a key of %s fails', async (name, key, words) => {
    await withBetter(name, { key }, async (id) => {
      const { body } = await scene.gateway.root.call('GET', `/api/channel/test/${id}`);
      expect(body.success).toBe(false);
      expect(JSON.stringify(body)).toMatch(words);
    });
  });
});
