import { type RunningGateway, startGateway } from './gateway.ts';
import { signIn } from './sign-in.ts';

export interface FilledGateway extends RunningGateway {
  /** The signed-in super admin, as the console keeps it in its local storage. */
  user: string;
}

/** A gateway with a channel, a traffic rule, a second user, codes, a key and three calls in its log, one of them refused. */
export async function startFilledGateway(): Promise<FilledGateway> {
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
  return { ...gateway, user: stored };
}
