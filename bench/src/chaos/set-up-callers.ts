import { openConsole } from '../open-console.ts';
import type { ChaosKey } from './chaos-load.ts';
import { CHAOS_MODEL, PRICE_OPTIONS } from './chaos-prices.ts';

const PLENTY = 500_000_000;
/** A balance that is used up in the middle of a run. */
const FEW = 3000;
const PASSWORD = 'chaos-password';

/** Quota of the users; each has a key, the first user also one with its own limit. */
const USERS = [PLENTY, PLENTY, FEW, FEW / 2] as const;

/** Sets up a fresh gateway: prices, a channel to the upstream, users with keys. */
export async function setUpCallers(url: string, upstream: string): Promise<ChaosKey[]> {
  const root = await openConsole(url);
  for (const [key, value] of Object.entries(PRICE_OPTIONS))
    await root.call('PUT', '/api/option/', { key, value });
  await root.call('POST', '/api/channel/', {
    type: 1,
    name: 'chaos',
    key: 'sk-chaos',
    base_url: upstream,
    models: CHAOS_MODEL,
    group: 'default',
  });
  const keys: ChaosKey[] = [];
  for (const [index, quota] of USERS.entries()) {
    const username = `chaos${index}`;
    const { id } = await root.call<{ id: number }>('POST', '/api/user/', {
      username,
      password: PASSWORD,
      role: 1,
    });
    await root.call('PUT', '/api/user/', { id, quota, quota_before: 0 });
    const user = await openConsole(url, { username, password: PASSWORD });
    const limits = [
      { unlimited_quota: true },
      ...(index === 0 ? [{ unlimited_quota: false, remain_quota: PLENTY / 2 }] : []),
    ];
    for (const limit of limits) {
      const { key } = await user.call<{ key: string }>('POST', '/api/token/', {
        name: 'chaos',
        expired_time: -1,
        ...limit,
      });
      keys.push({ secret: `sk-${key.replace(/^sk-/, '')}`, funded: quota === PLENTY });
    }
  }
  return keys;
}
