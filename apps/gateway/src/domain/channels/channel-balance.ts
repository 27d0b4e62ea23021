import {
  type BalanceCall,
  type BalanceReading,
  type DashboardBalanceCall,
  findBalanceCall,
  type SingleBalanceCall,
} from '@tollgate/dialects';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { createOutbound, type Outbound } from '../../platform/outbound.ts';
import { setBalance } from '../../store/channels-repository.ts';
import type { RuntimeChannel } from './channel-catalog.ts';
import type { Domain } from '../domain.ts';
import { notify } from '../notifications/notify.ts';
import { faultReason } from './fault-reason.ts';
import { accountHeaders } from './upstream-request.ts';

export type ChannelBalanceContext = Pick<
  Domain,
  'config' | 'clock' | 'store' | 'options' | 'catalog'
>;

const LIMITS = { timeoutMs: 15_000, maxBytes: 1024 * 1024 };
const AT_ONCE = 4;
/** USD; a larger balance reported by an upstream is implausible. */
const BALANCE_MAX = 1e9;

/**
 * Queries a channel's upstream for the remaining balance (USD) and stores it. Throws AppError when that
 * fails.
 */
export async function updateBalance(
  domain: ChannelBalanceContext,
  channelId: number,
): Promise<number> {
  const channel = domain.catalog.find(channelId);
  if (!channel) throw new AppError('channel_not_found');
  const call = channel.provider && findBalanceCall(channel.provider, channel.baseUrl);
  if (!call) throw new AppError('balance_not_supported');
  const result = await readBalance(
    createOutbound(domain.config.ALLOW_PRIVATE_UPSTREAMS),
    channel,
    call,
    nowSeconds(domain.clock),
  );
  const balance = toUsd(result, domain.options.number('Price'));
  if (!Number.isFinite(balance) || Math.abs(balance) > BALANCE_MAX)
    throw new AppError('balance_failed', { reason: 'reason_no_balance' });
  const at = nowSeconds(domain.clock);
  await domain.store.transaction(async (trx) => {
    await setBalance(trx, channel.id, { balanceMicros: Math.round(balance * 1e6), at });
    await notify(trx, domain.options, {
      event: 'upstream_balance_low',
      ownerId: 0,
      object: channel.id,
      params: { id: channel.id, name: channel.name, balance: `$${balance.toFixed(2)}` },
      value: balance,
      at,
    });
  });
  return balance;
}

/** How many channels were queried, and how many are still to be. */
export interface BalanceCounts {
  updated: number;
  failed: number;
  left: number;
}

/**
 * Does the same for those of the given channels whose provider supports it, until aborted. Reports the counts
 * at the start and after every channel.
 */
export async function updateBalances(
  domain: ChannelBalanceContext,
  ids: readonly number[],
  { signal, report = () => {} }: { signal: AbortSignal; report?: (counts: BalanceCounts) => void },
): Promise<void> {
  const queue = ids.filter((id) => domain.catalog.find(id)?.provider?.balance);
  const counts = { updated: 0, failed: 0, left: queue.length };
  report(counts);
  const worker = async () => {
    for (let id = queue.shift(); id !== undefined && !signal.aborted; id = queue.shift()) {
      await updateBalance(domain, id).then(
        () => (counts.updated += 1),
        () => (counts.failed += 1),
      );
      counts.left -= 1;
      report(counts);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

/** Converts a balance to USD; amounts in yuan by the option Price (yuan per USD). */
function toUsd({ amount, currency }: BalanceReading, yuanPerUsd: number): number {
  if (currency === 'USD') return amount;
  return yuanPerUsd > 0 ? amount / yuanPerUsd : amount;
}

async function readBalance(
  outbound: Outbound,
  channel: RuntimeChannel,
  call: BalanceCall,
  now: number,
): Promise<BalanceReading> {
  const balance =
    call.kind === 'single'
      ? await readSingle(outbound, channel, call)
      : await readDashboard(outbound, channel, call, now);
  if (!balance) throw new AppError('balance_failed', { reason: 'reason_no_balance' });
  return balance;
}

async function readSingle(
  outbound: Outbound,
  channel: RuntimeChannel,
  call: SingleBalanceCall,
): Promise<BalanceReading | undefined> {
  const { baseUrl, key } = channel;
  const ownHeaders = call.headers?.(key);
  return call.read(
    await requestJson(outbound, channel, call.buildUrl(baseUrl), ownHeaders),
    baseUrl,
  );
}

async function readDashboard(
  outbound: Outbound,
  channel: RuntimeChannel,
  call: DashboardBalanceCall,
  now: number,
): Promise<BalanceReading | undefined> {
  const { baseUrl } = channel;
  const mapNotFound = (error: unknown) => {
    if (error instanceof AppError && error.params['reason'] === 'HTTP 404') return undefined;
    throw error;
  };
  const subscription = await requestJson(outbound, channel, call.subscriptionUrl(baseUrl)).catch(
    mapNotFound,
  );
  if (subscription === undefined) return readSingle(outbound, channel, call.otherwise);
  const tomorrow = new Date((now + 86_400) * 1000).toISOString().slice(0, 10);
  const startDate = call.startDate(subscription, now);
  const usage = await requestJson(outbound, channel, call.usageUrl(baseUrl, startDate, tomorrow));
  return call.read(subscription, usage);
}

async function requestJson(
  outbound: Outbound,
  channel: RuntimeChannel,
  url: string,
  auth = channel.provider?.auth(channel.key, channel),
): Promise<unknown> {
  const response = await outbound({
    url,
    headers: accountHeaders(channel, auth, undefined),
    ...LIMITS,
  }).catch((error: unknown) => {
    throw new AppError('balance_failed', { reason: faultReason(error) }, { cause: error });
  });
  if (response.status >= 300)
    throw new AppError('balance_failed', { reason: `HTTP ${response.status}` });
  try {
    return JSON.parse(response.text) as unknown;
  } catch (error) {
    throw new AppError('balance_failed', { reason: faultReason(error) }, { cause: error });
  }
}
