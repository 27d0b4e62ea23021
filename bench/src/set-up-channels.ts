import { BenchError } from './bench-error.ts';
import { openConsole } from './open-console.ts';

export interface BenchChannel {
  /** Number of the channel's type. */
  type: number;
  /** Origin of its upstream. */
  base_url: string;
  /** Model names, comma-separated. */
  models: string;
  /** JSON. */
  setting?: string;
}

/**
 * Sets up a fresh gateway through its console API: these channels and a key without limit. Returns the key.
 */
export async function setUpChannels(
  url: string,
  channels: readonly BenchChannel[],
): Promise<string> {
  const { call } = await openConsole(url);
  for (const channel of channels) {
    await call('POST', '/api/channel/', {
      name: 'bench',
      key: 'sk-bench',
      group: 'default',
      ...channel,
    });
  }
  await call('POST', '/api/token/', { name: 'bench', unlimited_quota: true, expired_time: -1 });
  const { items } = await call<{ items: { key: string }[] }>('GET', '/api/token/?p=1&size=10');
  const key = items[0]?.key;
  if (key === undefined) throw new BenchError('its list of keys is empty');
  return key.startsWith('sk-') ? key : `sk-${key}`;
}
