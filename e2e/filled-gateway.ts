import {
  startFileSimulator,
  startMidjourneySimulator,
  startSunoSimulator,
  type TaskSimulator,
} from '@tollgate/simulators';
import { type RunningGateway, startGateway } from './gateway.ts';
import { type SignedIn, signIn } from './sign-in.ts';
import { submitBatch } from './submit-batch.ts';

const BATCH_MODEL = 'gpt-4.1';

export interface FilledGateway extends RunningGateway {
  /** The signed-in super admin, as stored in the console's local storage. */
  user: string;
}

/**
 * Starts a gateway with a channel, a batch running at its provider, a traffic rule, a second user, codes, a
 * key and three logged calls, one of them refused. `isFuller` adds a drawing, a song and a team.
 */
export async function startFilledGateway({ isFuller = false } = {}): Promise<FilledGateway> {
  const gateway = await startGateway();
  const { stored, call } = await signIn(gateway.url);
  await call('/api/channel/', {
    name: 'Simulator',
    type: 1,
    key: 'k',
    base_url: gateway.simulator.url,
    models: 'gpt-4o-mini,gpt-4o',
    group: 'default,vip,svip',
    tag: 'blue',
  });
  await call('/api/user/', { username: 'alice', password: 'password1' });
  await call('/api/redemption/', { name: 'gift', quota: 500_000, count: 2 });
  await call('/api/traffic/', {
    name: 'new model',
    kind: 'canary',
    model: 'gpt-4o',
    target_model: 'gpt-4o-mini',
    percent: 50,
    enabled: true,
  });
  const { key } = await call<{ key: string }>('/api/token/', { name: 'key' });
  for (const model of ['gpt-4o-mini', 'gpt-4o', 'nope'])
    await fetch(`${gateway.url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer sk-${key}` },
      body: JSON.stringify({ model, messages: [{ role: 'user', content: 'hi' }] }),
    });
  const provider = await startFileSimulator({ keys: ['k'], nowMs: () => Date.now() });
  await call('/api/channel/', {
    name: 'Batches',
    type: 1,
    key: 'k',
    base_url: provider.url,
    models: BATCH_MODEL,
    group: 'default',
    priority: 10,
  });
  const body = { model: BATCH_MODEL, max_tokens: 10, messages: [{ role: 'user', content: 'hi' }] };
  const lines = ['a', 'b'].map((id) => ({ id, body }));
  await submitBatch({ url: `${gateway.url}/v1`, key: `sk-${key}` }, lines);
  const makers = isFuller ? await submitTasks(gateway.url, key, call) : [];
  if (isFuller) await call('/api/team/', { name: 'Atlas Research' });
  return {
    ...gateway,
    user: stored,
    async stop() {
      await gateway.stop();
      await Promise.all([provider, ...makers].map((server) => server.close()));
    },
  };
}

/** Submits a drawing and a song; returns the services that process them. */
async function submitTasks(
  url: string,
  key: string,
  call: SignedIn['call'],
): Promise<TaskSimulator[]> {
  const time = { nowMs: () => Date.now() };
  const [drawings, songs] = await Promise.all([
    startMidjourneySimulator(time),
    startSunoSimulator(time),
  ]);
  const channel = { key: 'k', group: 'default' };
  const drawingChannel = {
    type: 2,
    name: 'Drawings',
    base_url: drawings.url,
    models: 'mj_imagine',
  };
  const song = { type: 36, name: 'Songs', base_url: songs.url, models: 'suno_music' };
  await call('/api/channel/', { ...channel, ...drawingChannel });
  await call('/api/channel/', { ...channel, ...song });
  const prompt = 'a lighthouse on a basalt cliff at dusk, long exposure, that will fail half way';
  for (const path of ['mj/submit/imagine', 'suno/submit/music'])
    await fetch(`${url}/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer sk-${key}` },
      body: JSON.stringify({ prompt }),
    });
  return [drawings, songs];
}
