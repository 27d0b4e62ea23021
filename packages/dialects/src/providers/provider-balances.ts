import { isRecord } from '../json/parse-json.ts';
import type {
  BalanceCall,
  BalanceReading,
  DashboardBalanceCall,
  SingleBalanceCall,
} from './balance-call.ts';
import { joinUrl, splitBase } from './join-url.ts';

const DAY_SECONDS = 86_400;
const DAYS_WITHOUT_PAYMENT = 100;

/** The part of OpenAI's billing API that resellers without the rest still serve. */
const creditGrants: SingleBalanceCall = {
  kind: 'single',
  buildUrl: (base) => joinUrl(base.replace(/\/v1\/*$/, ''), '', '/dashboard/billing/credit_grants'),
  read(response) {
    if (!isRecord(response)) return undefined;
    return reading(response['total_available'] ?? response['total_remaining'], 'USD');
  },
};

/** For gateways of this family and others that kept OpenAI's former billing API. */
export const dashboardBalance: DashboardBalanceCall = {
  kind: 'openai-dashboard',
  otherwise: creditGrants,
  subscriptionUrl: (base) => joinUrl(base, '/v1', '/dashboard/billing/subscription'),
  usageUrl: (base, startDate, endDate) =>
    `${joinUrl(base, '/v1', '/dashboard/billing/usage')}?start_date=${startDate}&end_date=${endDate}`,
  startDate(subscription, nowSeconds) {
    const pays = isRecord(subscription) && subscription['has_payment_method'] === true;
    if (pays) return `${dayText(nowSeconds).slice(0, 8)}01`;
    return dayText(nowSeconds - DAYS_WITHOUT_PAYMENT * DAY_SECONDS);
  },
  read(subscription, usage) {
    const limit = isRecord(subscription) ? amountOf(subscription['hard_limit_usd']) : undefined;
    const usedCents = isRecord(usage) ? amountOf(usage['total_usage']) : undefined;
    if (limit === undefined || usedCents === undefined) return undefined;
    return { amount: limit - usedCents / 100, currency: 'USD' };
  },
};

export const deepSeekBalance: SingleBalanceCall = {
  kind: 'single',
  buildUrl: (base) => fromOrigin(base, '/user/balance'),
  read(response) {
    const list = isRecord(response) ? response['balance_infos'] : undefined;
    const entries: readonly unknown[] = Array.isArray(list) ? list : [];
    const entry = entries.find((one) => isRecord(one) && one['currency'] === 'CNY') ?? entries[0];
    if (!isRecord(entry)) return undefined;
    return reading(entry['total_balance'], entry['currency'] === 'CNY' ? 'CNY' : 'USD');
  },
};

export const siliconFlowBalance: SingleBalanceCall = {
  kind: 'single',
  buildUrl: (base) => fromOrigin(base, '/v1/user/info'),
  read(response, base) {
    if (!isRecord(response) || response['code'] !== 20_000 || !isRecord(response['data']))
      return undefined;
    return reading(response['data']['totalBalance'], currencyOf(base, '.cn'));
  },
};

export const moonshotBalance: SingleBalanceCall = {
  kind: 'single',
  buildUrl: (base) => fromOrigin(base, '/v1/users/me/balance'),
  read(response, base) {
    const data = isRecord(response) ? response['data'] : undefined;
    return isRecord(data) ? reading(data['available_balance'], currencyOf(base, '.cn')) : undefined;
  },
};

export const openRouterBalance: SingleBalanceCall = {
  kind: 'single',
  buildUrl: (base) => fromOrigin(base, '/api/v1/credits'),
  read(response) {
    const data = isRecord(response) ? response['data'] : undefined;
    if (!isRecord(data)) return undefined;
    const credits = amountOf(data['total_credits']);
    const used = amountOf(data['total_usage']);
    return credits === undefined || used === undefined
      ? undefined
      : { amount: credits - used, currency: 'USD' };
  },
};

/** Points of an AI Proxy account; the key is sent in a header of its own. */
export const aiProxyBalance: SingleBalanceCall = {
  kind: 'single',
  headers: (key) => ({ 'api-key': key }),
  buildUrl: (base) => fromOrigin(base.replace('//api.aiproxy.io', '//aiproxy.io'), OVERVIEW),
  read(response) {
    const data = isRecord(response) && response['success'] === true ? response['data'] : undefined;
    return isRecord(data) ? reading(data['totalPoints'], 'USD') : undefined;
  },
};
const OVERVIEW = '/api/report/getUserOverview';

/** Vendors that are also configured as a type for any OpenAI-compatible URL. */
const BY_HOST: readonly (readonly [RegExp, BalanceCall])[] = [
  [/(?:^|\.)deepseek\.com$/, deepSeekBalance],
  [/(?:^|\.)siliconflow\.(?:cn|com)$/, siliconFlowBalance],
  [/(?:^|\.)moonshot\.(?:cn|ai)$/, moonshotBalance],
  [/(?:^|\.)openrouter\.ai$/, openRouterBalance],
];

/** Finds how to query the balance of a channel at a URL; null if there is no way. */
export function findBalanceCall(
  { balance }: { readonly balance: BalanceCall | null },
  baseUrl: string,
): BalanceCall | null {
  if (balance?.kind !== 'openai-dashboard') return balance;
  const host = splitBase(baseUrl).origin.replace(/^.*\/\/|:\d+$/g, '');
  return BY_HOST.find(([pattern]) => pattern.test(host))?.[1] ?? balance;
}

function fromOrigin(base: string, path: string): string {
  return `${splitBase(base).origin}${path}`;
}

function currencyOf(base: string, chineseEnd: string): 'USD' | 'CNY' {
  return splitBase(base).origin.endsWith(chineseEnd) ? 'CNY' : 'USD';
}

function reading(value: unknown, currency: 'USD' | 'CNY'): BalanceReading | undefined {
  const amount = amountOf(value);
  return amount === undefined ? undefined : { amount, currency };
}

/** Some providers write amounts as strings. */
function amountOf(value: unknown): number | undefined {
  if (typeof value === 'string' && value.trim() !== '') return amountOf(Number(value));
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function dayText(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
