import { CHAT_DIALECTS } from '@tollgate/contract';
import type { Dialect } from '@tollgate/dialects';
import {
  type Simulator,
  startAiProxySimulator,
  startCohereSimulator,
  startDifySimulator,
  startOllamaSimulator,
} from '@tollgate/simulators';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chargeOf } from '../../../test-support/charge-of.ts';
import {
  type DialectScene,
  startDialectScene,
  scriptText,
} from '../../../test-support/dialect-scene.ts';
import { ONE_PIXEL_IMAGE, TOOLS } from '../../../test-support/pair-cases.ts';

const KEY = 'upstream-key';

/** Upstreams with a dialect that no client speaks. The model's name selects the upstream. */
const FORMS = {
  'cohere-chat': {
    start: startCohereSimulator,
    model: 'command-a-03-2025',
    channel: { type: 34 },
    path: '/v2/chat',
    thoughts: true,
  },
  'ollama-chat': {
    start: startOllamaSimulator,
    model: 'gpt-4.1',
    channel: { type: 4, setting: '{"dialect":"ollama-chat"}' },
    path: '/api/chat',
    thoughts: true,
  },
  'dify-chat': {
    start: startDifySimulator,
    model: 'gpt-4.1-mini',
    channel: { type: 37 },
    path: '/v1/chat-messages',
    thoughts: true,
  },
  'dify-completion': {
    start: startDifySimulator,
    model: 'glm-4.6',
    channel: { type: 37, setting: '{"dialect":"dify-completion"}' },
    path: '/v1/completion-messages',
    thoughts: true,
  },
  'dify-workflow': {
    start: startDifySimulator,
    model: 'gpt-4o-mini',
    channel: { type: 37, setting: '{"dialect":"dify-workflow"}', other: 'question' },
    path: '/v1/workflows/run',
    thoughts: true,
  },
  'ai-proxy-library': {
    start: startAiProxySimulator,
    model: 'gpt-4.1-nano',
    channel: { type: 21, other: '17' },
    path: '/api/library/ask',
    thoughts: false,
  },
} as const;
type Form = keyof typeof FORMS;
const NAMES = Object.keys(FORMS) as Form[];

let scene: DialectScene;
const simulators = new Map<Form, Simulator>();
const channels = new Map<Form, number>();

beforeAll(async () => {
  scene = await startDialectScene();
  for (const name of NAMES) {
    const { start, model, channel } = FORMS[name];
    // oxlint-disable-next-line no-await-in-loop -- a few, and in order
    const simulator = await start({ apiKeys: [KEY] });
    simulators.set(name, simulator);
    const fields = { key: KEY, base_url: simulator.url, models: model, ...channel };
    // oxlint-disable-next-line no-await-in-loop -- a few, and in order
    channels.set(name, (await scene.gateway.channel(fields)).id);
  }
});
afterAll(async () => {
  await scene.close();
  for (const simulator of simulators.values()) await simulator.close();
});

const callsOf = (name: Form) => simulators.get(name)?.requests ?? [];
const cases = (names: readonly Form[]) =>
  names.flatMap((to) => CHAT_DIALECTS.map((from): [Dialect, Form] => [from, to]));
const ask = (
  from: Dialect,
  to: Form,
  question: Partial<Parameters<DialectScene['clients'][Dialect]['ask']>[0]>,
) => scene.clients[from].ask({ model: FORMS[to].model, text: 'Hi', ...question });

describe.each(cases(NAMES))('the client of %s before an upstream of %s', (from, to) => {
  test.each([false, true])(
    'gets the text and is charged what it reports (stream: %s)',
    async (stream) => {
      const before = await scene.balance();
      const usage = { prompt_tokens: 1000, completion_tokens: 50 };
      const response = await ask(from, to, { text: scriptText({ ...usage, tokens: 5 }), stream });
      expect(response.text).toBe('Hello from the simulator.');
      expect(response.pieces).toBe(stream ? 5 : 1);
      expect(callsOf(to).at(-1)?.path).toBe(FORMS[to].path);
      const row = await scene.lastCall();
      expect(row.is_stream).toBe(stream);
      expect(row.other['conversion']).toBe(`${from} > ${to}`);
      expect(row.quota).toBe(chargeOf(row));
      expect(row.quota).toBeGreaterThan(0);
      expect(before - (await scene.balance())).toBe(row.quota);
      if (to === 'ai-proxy-library') return expect(row.other['estimated']).toBe(true);
      expect(row).toMatchObject(usage);
      expect(response.usage).toEqual({ input: 1000, output: 50 });
    },
  );

  test('is charged an estimate, marked in the log, if no usage is reported', async () => {
    await ask(from, to, { text: scriptText({ fault: 'no-usage' }), stream: true });
    const row = await scene.lastCall();
    expect(row.other['estimated']).toBe(true);
    expect(row.prompt_tokens).toBeGreaterThan(0);
    expect(row.completion_tokens).toBeGreaterThan(0);
  });

  test.each([false, true])('gets an error with its status (stream: %s)', async (stream) => {
    const before = await scene.balance();
    const text = scriptText({ fault: 'status-400-context-length' });
    const failed = ask(from, to, { text, stream });
    await expect(failed).rejects.toMatchObject({ status: 400 });
    await expect(failed).rejects.toThrow(/maximum context length/);
    expect(await scene.balance()).toBe(before);
  });

  test('never accepts a truncated stream as complete, and pays for what arrived', async () => {
    const text = scriptText({ fault: 'cut-mid-stream', tokens: 4 });
    await expect(ask(from, to, { text, stream: true })).rejects.toThrow();
    const row = await scene.lastCall();
    expect(row).toMatchObject({ type: 2, other: { end: 'interrupted' } });
    expect(row.quota).toBe(chargeOf(row));
  });

  test('gets a mid-stream error', async () => {
    const text = scriptText({ fault: 'error-mid-stream', tokens: 4 });
    await expect(ask(from, to, { text, stream: true })).rejects.toThrow();
    expect((await scene.lastCall()).other).toMatchObject({ end: 'interrupted' });
  });
});

describe.each(cases(['cohere-chat', 'ollama-chat']))('the client of %s before %s', (from, to) => {
  test.each([false, true])(
    'calls two tools at once and gets their results (stream: %s)',
    async (stream) => {
      const question = { text: 'call tool', tools: TOOLS, stream };
      const first = await ask(from, to, question);
      expect(first.calls.map(({ name, args }) => [name, args])).toEqual(
        TOOLS.map((name) => [name, { city: 'Paris' }]),
      );
      const after = { response: first, results: ['warm', 'noon'] };
      const second = await ask(from, to, { ...question, after });
      expect(second).toMatchObject({ text: 'Hello from the simulator.', calls: [] });
      expect(callsOf(to).at(-1)?.body).toMatch(/warm.*noon/s);
    },
  );

  test('shows an image to the model', async () => {
    await ask(from, to, { image: ONE_PIXEL_IMAGE });
    expect(await scene.lastCall()).toMatchObject({ prompt_tokens: 95 });
  });
});

describe.each(cases(NAMES.filter((name) => FORMS[name].thoughts)))(
  'thoughts for %s from %s',
  (from, to) => {
    test.each([false, true])('come before the completion (stream: %s)', async (stream) => {
      const text = scriptText({ thinking: 'Let me think.' });
      const response = await ask(from, to, { text, stream, thinks: true });
      expect(response).toMatchObject({
        text: 'Hello from the simulator.',
        thinking: 'Let me think.',
      });
    });
  },
);

test.each(NAMES)('a channel of %s passes its test', async (name) => {
  const { body } = await scene.gateway.root.call('GET', `/api/channel/test/${channels.get(name)}`);
  expect(body).toMatchObject({ success: true });
});

describe('a Dify application', () => {
  const { model } = FORMS['dify-chat'];
  const messages = [
    { role: 'system', content: 'Be kind.' },
    { role: 'user', content: 'Hi' },
    { role: 'assistant', content: 'Hello' },
    { role: 'user', content: 'Bye' },
  ];
  async function chat(body: object) {
    const response = await fetch(`${scene.gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${scene.target.secret}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ model, messages, ...body }),
    });
    return { status: response.status, headers: response.headers, text: await response.text() };
  }
  const sent = () => JSON.parse(callsOf('dify-chat').at(-1)?.body ?? '{}') as object;

  test('gets all turns as one question, with a user id that reveals nothing else', async () => {
    await chat({});
    expect(sent()).toEqual({
      inputs: {},
      query: 'Be kind.\n\nUser: Hi\n\nAssistant: Hello\n\nUser: Bye',
      user: `user-${scene.owner.id}`,
      response_mode: 'streaming',
      conversation_id: '',
      auto_generate_name: false,
    });
  });

  test.each([
    ['dify-completion', { query: 'Hi' }],
    ['dify-workflow', { question: 'Hi' }],
  ] as const)(
    'an application of the kind %s gets the question as its input',
    async (name, inputs) => {
      await chat({ model: FORMS[name].model, messages: [{ role: 'user', content: 'Hi' }] });
      expect(JSON.parse(callsOf(name).at(-1)?.body ?? '')).toEqual({
        inputs,
        user: `user-${scene.owner.id}`,
        response_mode: 'streaming',
      });
    },
  );

  test('a workflow that is silent until its end is waited for, and charged its reported total', async () => {
    const { model: quiet, channel } = FORMS['dify-workflow'];
    const fields = { ...channel, other: 'quiet', models: quiet, key: KEY, priority: 9 };
    const base_url = simulators.get('dify-workflow')?.url;
    const created = await scene.gateway.channel({ ...fields, base_url });
    const text = scriptText({ prompt_tokens: 1000, completion_tokens: 50 });
    const response = await scene.clients['openai-chat'].ask({ model: quiet, text });
    expect(response.text).toBe('Hello from the simulator.');
    const row = await scene.lastCall();
    expect(row.prompt_tokens + row.completion_tokens).toBe(1050);
    expect(row.completion_tokens).toBeGreaterThan(3);
    expect(row.quota).toBe(chargeOf(row));
    await scene.gateway.root.call('DELETE', `/api/channel/${created.id}`);
  });

  test('gets the instructions of its channel before the question', async () => {
    for (const name of ['dify-completion', 'dify-workflow'] as const) {
      const { model: requestedModel, channel } = FORMS[name];
      const setting = { ...(JSON.parse(channel.setting) as object), system_prompt: 'Be brief.' };
      const fields = {
        ...channel,
        setting: JSON.stringify(setting),
        models: requestedModel,
        priority: 9,
      };
      const base_url = simulators.get(name)?.url;
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      const created = await scene.gateway.channel({ ...fields, key: KEY, base_url });
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await scene.clients['openai-chat'].ask({ model: requestedModel, text: 'Hi' });
      expect(callsOf(name).at(-1)?.body).toContain(String.raw`"Be brief.\n\nHi"`);
      // oxlint-disable-next-line no-await-in-loop -- one after the other
      await scene.gateway.root.call('DELETE', `/api/channel/${created.id}`);
    }
  });

  test('is given images by URL, and refuses others', async () => {
    const imageContent = (url: string) => [
      { role: 'user', content: [{ type: 'image_url', image_url: { url } }] },
    ];
    await chat({ messages: imageContent('https://example.com/a.png') });
    expect(sent()).toMatchObject({
      files: [{ type: 'image', transfer_method: 'remote_url', url: 'https://example.com/a.png' }],
    });
    const refused = await chat({
      messages: imageContent(`data:image/png;base64,${ONE_PIXEL_IMAGE}`),
    });
    expect(refused.status).toBe(400);
  });

  test('reports in a header what the application itself determines', async () => {
    const response = await chat({
      temperature: 0,
      tools: [{ type: 'function', function: { name: 'f' } }],
    });
    expect(response.headers.get('x-tollgate-conversion')).toBe(
      'tools;dropped, temperature;dropped',
    );
  });
});

test("an AI Proxy knowledge base is called with the channel's library id and names its documents", async () => {
  await ask('openai-chat', 'ai-proxy-library', {});
  expect(JSON.parse(callsOf('ai-proxy-library').at(-1)?.body ?? '')).toEqual({
    model: FORMS['ai-proxy-library'].model,
    query: 'Hi',
    stream: false,
    libraryId: '17',
  });
});
