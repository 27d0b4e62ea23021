import type { Dialect } from '@tollgate/dialects';
import {
  type Script,
  type Simulator,
  startAnthropicSimulator,
  startGeminiSimulator,
  startOpenAiSimulator,
} from '@tollgate/simulators';
import { createAiPackageClient } from './dialect-clients/ai-package-client.ts';
import { createMessagesClient } from './dialect-clients/anthropic-client.ts';
import type { ClientTarget, DialectClient } from './dialect-clients/dialect-client.ts';
import { createGenerateClient } from './dialect-clients/gemini-client.ts';
import { createChatClient } from './dialect-clients/openai-chat-client.ts';
import { createResponsesClient } from './dialect-clients/openai-responses-client.ts';
import { type Client, startTestGateway, type TestGateway } from './test-gateway.ts';

/** The model that each upstream serves: the name alone selects the upstream. */
export const MODEL_OF: Readonly<Record<Dialect, string>> = {
  'openai-chat': 'gpt-4o',
  'openai-responses': 'gpt-5-mini',
  'anthropic-messages': 'claude-sonnet-4-6',
  'gemini-generate': 'gemini-3.1-pro-preview',
};

export interface ChargedCall {
  type: number;
  quota: number;
  prompt_tokens: number;
  completion_tokens: number;
  is_stream: boolean;
  model_name: string;
  other: Record<string, unknown> & { end?: string };
}

/** A user with a key who calls in any dialect, and the cost. */
export interface CallerScene {
  gateway: TestGateway;
  owner: Client;
  target: ClientTarget;
  /** The vendors' own clients. */
  clients: Readonly<Record<Dialect, DialectClient>>;
  /** The `ai` package with its providers. */
  aiClients: Readonly<Record<Dialect, DialectClient>>;
  /** Returns the newest row of the log. */
  lastCall(): Promise<ChargedCall>;
  balance(): Promise<number>;
}

/** A gateway in front of an upstream of every dialect, and a user with a key. */
export interface DialectScene extends CallerScene {
  simulators: Readonly<Record<Dialect, Simulator>>;
  close(): Promise<void>;
}

/** Starts a scene. */
export async function startDialectScene(): Promise<DialectScene> {
  const [openai, anthropic, gemini] = await Promise.all([
    startOpenAiSimulator({ apiKeys: ['sk-openai'] }),
    startAnthropicSimulator({ apiKeys: ['sk-anthropic'] }),
    startGeminiSimulator({ apiKeys: ['google-key'] }),
  ]);
  const simulators = {
    'openai-chat': openai,
    'openai-responses': openai,
    'anthropic-messages': anthropic,
    'gemini-generate': gemini,
  };
  const gateway = await startTestGateway();
  const channel = (dialect: Dialect, fields: Record<string, unknown>) =>
    gateway.channel({ base_url: simulators[dialect].url, models: MODEL_OF[dialect], ...fields });
  const named = (dialect: Dialect) => ({ setting: JSON.stringify({ dialect }) });
  await channel('openai-chat', { key: 'sk-openai', ...named('openai-chat') });
  await channel('openai-responses', { key: 'sk-openai', ...named('openai-responses') });
  await channel('anthropic-messages', { type: 14, key: 'sk-anthropic' });
  await channel('gemini-generate', { type: 24, key: 'google-key' });
  return {
    ...(await openCallerScene(gateway)),
    simulators,
    async close() {
      await gateway.close();
      await Promise.all([openai.close(), anthropic.close(), gemini.close()]);
    },
  };
}

/** Creates a user of an existing gateway. */
export async function openCallerScene(gateway: TestGateway): Promise<CallerScene> {
  const owner = await gateway.user({ quota: 500_000_000 });
  const target = { url: gateway.url, secret: (await gateway.token(owner)).secret };
  return {
    gateway,
    owner,
    target,
    clients: {
      'openai-chat': createChatClient(target),
      'openai-responses': createResponsesClient(target),
      'anthropic-messages': createMessagesClient(target),
      'gemini-generate': createGenerateClient(target),
    },
    aiClients: {
      'openai-chat': createAiPackageClient(target, 'openai-chat'),
      'openai-responses': createAiPackageClient(target, 'openai-responses'),
      'anthropic-messages': createAiPackageClient(target, 'anthropic-messages'),
      'gemini-generate': createAiPackageClient(target, 'gemini-generate'),
    },
    async lastCall() {
      const { body } = await gateway.root.call('GET', '/api/log/?page_size=1');
      const row = (body.data.items as (Omit<ChargedCall, 'other'> & { other: string })[])[0];
      if (!row) throw new Error('the log is empty');
      return { ...row, other: JSON.parse(row.other) as ChargedCall['other'] };
    },
    async balance() {
      return (await owner.call('GET', '/api/user/self')).body.data.quota as number;
    },
  };
}

/** Encodes instructions for the simulator as the user's text. */
export function scriptText(sim: Partial<Script>): string {
  return JSON.stringify({ sim });
}
