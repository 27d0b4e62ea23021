import { mkdtempSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type BodyInputOf, endpoints } from '@tollgate/contract';
import { type AgentUpstreams, startAgentUpstreams } from '@tollgate/simulators';
import { repositoryRoot } from '../repository.ts';
import type { Dialect } from './dialects.ts';
import { type RecordingProxy, startRecordingProxy } from './recording-proxy.ts';
import { type StartedGateway, startGateway } from './start-gateway.ts';

/** The model that each upstream serves: the model name alone selects the upstream. */
export const MODEL_OF: Readonly<Record<Dialect, string>> = {
  'openai-chat': 'gpt-4o',
  'openai-responses': 'gpt-5-mini',
  'anthropic-messages': 'claude-sonnet-4-6',
  'gemini-generate': 'gemini-3.1-pro-preview',
};

/** A model served by an Anthropic channel, and by a Responses channel if that fails. */
export const FAILOVER_MODEL = 'claude-sonnet-4-5';

/** The gateway in front of strict upstreams of all dialects, and the proxy in front of it. */
export interface Stage {
  readonly folder: string;
  readonly gateway: StartedGateway;
  readonly upstreams: AgentUpstreams;
  readonly proxy: RecordingProxy;
  readonly key: string;
  close(): Promise<void>;
}

type ChannelFields = Partial<BodyInputOf<typeof endpoints.createChannel>> & { models: string };

/** Starts a stage in its own folder under .cache, which is removed at the end. */
export async function openStage(): Promise<Stage> {
  const cache = join(repositoryRoot, '.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'clients-'));
  const upstreams = await startAgentUpstreams();
  const gateway = await startGateway(join(folder, 'gateway'));
  await setUpChannels(gateway, upstreams);
  const proxy = await startRecordingProxy(gateway.url);
  return {
    folder,
    gateway,
    upstreams,
    proxy,
    key: await gateway.createKey(),
    async close() {
      await proxy.close();
      await gateway.stop();
      await upstreams.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function setUpChannels({ root }: StartedGateway, { urls }: AgentUpstreams): Promise<void> {
  const add = (dialect: Dialect, type: number, fields: ChannelFields) =>
    root.call(endpoints.createChannel, {
      body: {
        name: dialect,
        type,
        key: 'sk-simulated',
        base_url: urls[dialect],
        group: 'default',
        setting: JSON.stringify({ dialect }),
        ...fields,
      },
    });
  await add('openai-chat', 1, { models: MODEL_OF['openai-chat'] });
  await add('openai-responses', 1, { models: MODEL_OF['openai-responses'] });
  await add('anthropic-messages', 14, { models: MODEL_OF['anthropic-messages'], setting: '' });
  await add('gemini-generate', 24, { models: MODEL_OF['gemini-generate'], setting: '' });
  await add('anthropic-messages', 14, { models: FAILOVER_MODEL, setting: '', priority: 10 });
  await add('openai-responses', 1, {
    models: FAILOVER_MODEL,
    model_mapping: JSON.stringify({ [FAILOVER_MODEL]: MODEL_OF['openai-responses'] }),
  });
  await root.call(endpoints.updateOptions, {
    body: { options: [{ key: 'RetryTimes', value: '3' }] },
  });
}
