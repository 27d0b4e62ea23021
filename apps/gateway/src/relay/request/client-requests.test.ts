import { readdirSync, readFileSync } from 'node:fs';
import Anthropic from '@anthropic-ai/sdk';
import type { Dialect } from '@tollgate/dialects';
import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type DialectScene,
  MODEL_OF,
  startDialectScene,
} from '../../../test-support/dialect-scene.ts';

/** Real requests of widely used clients; the dialects package specifies how they are converted. */
interface ClientRequest {
  readonly from: Dialect;
  readonly body: Record<string, unknown>;
}

const ROOT = new URL('../../../../../packages/dialects/client-requests/', import.meta.url);
const REQUESTS = readdirSync(ROOT).map((file): [string, ClientRequest] => [
  file.replace('.json', ''),
  JSON.parse(readFileSync(new URL(file, ROOT), 'utf8')) as ClientRequest,
]);
/** Google's is one that accepts unsigned calls of other models. */
const MODELS = { ...MODEL_OF, 'gemini-generate': 'gemini-3.1-pro-preview' };
const DIALECTS = Object.keys(MODEL_OF) as Dialect[];
const PAIRS = REQUESTS.flatMap(([name, request]) =>
  DIALECTS.filter((to) => to !== request.from).map((to): [string, Dialect, ClientRequest] => [
    name,
    to,
    request,
  ]),
);
const HELLO = 'Hello from the simulator.';

let scene: DialectScene;
beforeAll(async () => {
  scene = await startDialectScene();
  const { url: base_url } = scene.simulators['gemini-generate'];
  const models = MODELS['gemini-generate'];
  await scene.gateway.channel({ type: 24, key: 'google-key', base_url, models });
});
afterAll(() => scene.close());

type Body = ClientRequest['body'];
type Send = (body: Body, stream: boolean) => Promise<string>;

/** Sends a raw body with each vendor's own client; returns the text of the completion. */
const SENDERS: Readonly<Record<Dialect, Send>> = {
  async 'openai-chat'(body, stream) {
    const { completions } = openAi().chat;
    const call = body as unknown as OpenAI.ChatCompletionCreateParamsNonStreaming;
    if (!stream) return (await completions.create(call)).choices[0]?.message.content ?? '';
    let text = '';
    for await (const { choices } of await completions.create({ ...call, stream }))
      text += choices[0]?.delta.content ?? '';
    return text;
  },
  async 'openai-responses'(body, stream) {
    const { responses } = openAi();
    const call = body as OpenAI.Responses.ResponseCreateParamsNonStreaming;
    if (!stream) return (await responses.create(call)).output_text;
    let text = '';
    for await (const event of await responses.create({ ...call, stream }))
      if (event.type === 'response.output_text.delta') text += event.delta;
    return text;
  },
  async 'anthropic-messages'(body, stream) {
    const { url: baseURL, secret: apiKey } = scene.target;
    const { messages } = new Anthropic({ baseURL, apiKey, maxRetries: 0, timeout: 60_000 });
    const call = body as unknown as Anthropic.MessageCreateParamsNonStreaming;
    if (stream) return messages.stream({ ...call, stream }).finalText();
    const { content } = await messages.create({ ...call, stream });
    return content.map((block) => (block.type === 'text' ? block.text : '')).join('');
  },
  /** Gemini CLI's body is already what its client sends, so it is sent unchanged. */
  async 'gemini-generate'({ model, ...body }, stream) {
    const action = stream ? 'streamGenerateContent?alt=sse' : 'generateContent';
    const response = await fetch(`${scene.target.url}/v1beta/models/${String(model)}:${action}`, {
      method: 'POST',
      headers: { 'x-goog-api-key': scene.target.secret, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    expect(response.status, text).toBe(200);
    const told = stream
      ? text.split('\n').flatMap((line) => (line.startsWith('data: ') ? [line.slice(6)] : []))
      : [text];
    return told.map((one) => textOf(JSON.parse(one) as Generated)).join('');
  },
};

interface Generated {
  readonly candidates?: readonly {
    readonly content?: { readonly parts?: readonly { text?: string; thought?: boolean }[] };
  }[];
}

const textOf = ({ candidates }: Generated) =>
  (candidates?.[0]?.content?.parts ?? [])
    .map(({ text = '', thought }) => (thought ? '' : text))
    .join('');

function openAi(): OpenAI {
  const { url, secret } = scene.target;
  return new OpenAI({ baseURL: `${url}/v1`, apiKey: secret, maxRetries: 0 });
}

/** A search is forced, but the target has none. */
const isRefused = (name: string, to: Dialect) =>
  name === 'claude-code-web-search' && to === 'openai-chat';

test.each(PAIRS.filter(([name, to]) => isRefused(name, to)))(
  'the request of %s to %s is refused naming its tool',
  async (_name, to, { from, body }) => {
    const call = SENDERS[from]({ ...body, model: MODELS[to] }, false);
    await expect(call).rejects.toMatchObject({ status: 400 });
    await expect(call).rejects.toThrow(/web_search_20250305/);
  },
);

const ANSWERED = PAIRS.filter(([name, to]) => !isRefused(name, to));

describe.each(ANSWERED)('the request of %s to %s', (_name, to, { from, body }) => {
  test.each([false, true])('is served in its own dialect and charged (stream: %s)', async (on) => {
    const { stream: _stream, ...rest } = body;
    expect(await SENDERS[from]({ ...rest, model: MODELS[to] }, on)).toBe(HELLO);
    const { quota, is_stream } = await scene.lastCall();
    expect([quota > 0, is_stream]).toEqual([true, on]);
  });
});
