import { CHANNEL_ENABLED } from '@tollgate/contract';
import { AppError } from '../platform/app-error.ts';
import { nowSeconds } from '../platform/clock.ts';
import { createOutbound, type Outbound } from '../platform/outbound.ts';
import { setBalance } from '../store/channels-repository.ts';
import type { RuntimeChannel } from './channel-catalog.ts';
import type { Domain } from './domain.ts';

const LIMITS = { timeoutMs: 15_000, maxBytes: 1024 * 1024 };
const AT_ONCE = 4;

/** Asks a channel's upstream for the money left (USD) and notes it. Throws AppError where that can't be had. */
export async function updateBalance(domain: Domain, channelId: number): Promise<number> {
  const channel = domain.catalog.find(channelId);
  if (!channel) throw new AppError('channel_not_found');
  const kind = channel.provider?.balance?.kind;
  if (!kind) throw new AppError('balance_not_supported');
  const balance = await readBalance(createOutbound(domain.config.ALLOW_PRIVATE_UPSTREAMS), channel, kind, domain.clock.nowMs());
  await setBalance(domain.store.db, channel.id, { balanceMicros: Math.round(balance * 1e6), at: nowSeconds(domain.clock) });
  return balance;
}

/** The same for all enabled channels that have such a call. */
export async function updateAllBalances(domain: Domain): Promise<{ updated: number; failed: number }> {
  const rows = await domain.store.db.selectFrom('channels').select('id').where('status', '=', CHANNEL_ENABLED).execute();
  const queue = rows.map(({ id }) => id).filter((id) => domain.catalog.find(id)?.provider?.balance);
  const result = { updated: 0, failed: 0 };
  const worker = async () => {
    for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
      await updateBalance(domain, id).then(
        () => (result.updated += 1),
        () => (result.failed += 1),
      );
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return result;
}

type Json = Record<string, unknown>;

async function readBalance(outbound: Outbound, channel: RuntimeChannel, kind: string, nowMs: number): Promise<number> {
  const ask = async (path: string): Promise<Json> => {
    const answer = await outbound({ url: joinPath(channel.baseUrl, path), headers: { authorization: `Bearer ${channel.key}` }, ...LIMITS }).catch((error: unknown) => {
      throw new AppError('balance_failed', { reason: 'the upstream cannot be reached' }, { cause: error });
    });
    if (answer.status >= 300) throw new AppError('balance_failed', { reason: `HTTP ${answer.status}` });
    try {
      return JSON.parse(answer.text) as Json;
    } catch (error) {
      throw new AppError('balance_failed', { reason: 'the answer is not JSON' }, { cause: error });
    }
  };
  switch (kind) {
    case 'openai-billing': {
      const subscription = await ask('/v1/dashboard/billing/subscription');
      const day = (ms: number) => new Date(ms).toISOString().slice(0, 10);
      const usage = await ask(`/v1/dashboard/billing/usage?start_date=${day(nowMs).slice(0, 8)}01&end_date=${day(nowMs + 86_400_000)}`);
      return amount(subscription.hard_limit_usd) - amount(usage.total_usage) / 100;
    }
    case 'siliconflow':
      return amount(((await ask('/v1/user/info')).data as Json | undefined)?.totalBalance);
    case 'deepseek': {
      const infos = (await ask('/user/balance')).balance_infos as Json[] | undefined;
      return amount(infos?.[0]?.total_balance);
    }
    case 'moonshot':
      return amount(((await ask('/v1/users/me/balance')).data as Json | undefined)?.available_balance);
    case 'openrouter': {
      const data = (await ask('/v1/credits')).data as Json | undefined;
      return amount(data?.total_credits) - amount(data?.total_usage);
    }
    default:
      throw new AppError('balance_not_supported');
  }
}

function joinPath(base: string, path: string): string {
  return base.endsWith('/v1') && path.startsWith('/v1/') ? base + path.slice(3) : base + path;
}

function amount(value: unknown): number {
  const number = Number(value);
  if (value === undefined || value === null || !Number.isFinite(number)) throw new AppError('balance_failed', { reason: 'the answer has no balance' });
  return number;
}
