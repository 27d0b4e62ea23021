import { BenchError } from './bench-error.ts';
import { openConsole } from './open-console.ts';

export interface GatewaySetup {
  /** Origin of the gateway. */
  url: string;
  /** Origins of the upstreams, a channel each. */
  upstreams: readonly string[];
  model: string;
}

/** Makes a fresh gateway ready through its console API: channels and a key without limit. Returns the key. */
export async function setUpGateway({ url, upstreams, model }: GatewaySetup): Promise<string> {
  const { call } = await openConsole(url);
  for (const upstream of upstreams) {
    await call('POST', '/api/channel/', {
      type: 1,
      name: 'bench',
      key: 'sk-bench',
      base_url: upstream,
      models: model,
      group: 'default',
    });
  }
  await call('POST', '/api/token/', { name: 'bench', unlimited_quota: true, expired_time: -1 });
  const { items } = await call<{ items: { key: string }[] }>('GET', '/api/token/?p=1&size=10');
  const key = items[0]?.key;
  if (key === undefined) throw new BenchError('its list of keys is empty');
  return key.startsWith('sk-') ? key : `sk-${key}`;
}
