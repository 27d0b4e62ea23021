import type { SourceRow } from '../../store/import-source/import-source.ts';
import type { ImportFindings } from './import-findings.ts';
import type { Family } from './source-family.ts';
import {
  integerOf,
  numberOf,
  QUOTA_MAX,
  secondsOf,
  shortTextOf,
  sourceIdOf,
  textOf,
  timeOf,
} from './source-values.ts';

/** An order of another gateway, in our terms: history only, never credited again. */
export interface ImportedOrder {
  sourceId: number;
  userSourceId: number;
  tradeNo: string;
  provider: string;
  method: string;
  status: 'paid' | 'expired' | 'failed';
  buyCents: number;
  payCents: number;
  currency: string;
  quota: number;
  createdAt: number;
  paidAt: number | null;
}

/** Reads a row of `top_ups` (new-api) or `orders` (one-hub); undefined if it is no valid top-up. */
export function mapOrder(
  family: Family,
  row: SourceRow,
  { findings, quotaPerUnit }: { findings: ImportFindings; quotaPerUnit: number },
): ImportedOrder | undefined {
  const order = family === 'one-hub' ? hubOrder(row) : newOrder(row, quotaPerUnit);
  const isTopUp =
    order.quota > 0 &&
    order.quota <= QUOTA_MAX &&
    order.payCents <= QUOTA_MAX &&
    order.payCents > 0 &&
    order.buyCents > 0 &&
    order.tradeNo !== '';
  if (!isTopUp) findings.add('orders', 'order_without_value', order.tradeNo || order.sourceId);
  return isTopUp ? order : undefined;
}

const CENTS = 100;
const cents = (value: number) => Math.round(value * CENTS);

function newOrder(row: SourceRow, quotaPerUnit: number): ImportedOrder {
  const method = shortTextOf(row, 'payment_method').trim();
  const provider = shortTextOf(row, 'payment_provider').trim() || providerOf(method);
  const amount = integerOf(row, 'amount');
  const money = numberOf(row, 'money');
  // Creem stores quota in `amount`, Stripe the amount paid in `money`, all others dollars in `amount`.
  const byProvider: Record<string, number> = {
    creem: amount,
    stripe: Math.floor(money * quotaPerUnit),
  };
  const quota = byProvider[provider] ?? amount * quotaPerUnit;
  const createdAt = timeOf(row, 'create_time');
  const status = statusOf(textOf(row, 'status'));
  return {
    sourceId: sourceIdOf(row),
    userSourceId: integerOf(row, 'user_id'),
    tradeNo: shortTextOf(row, 'trade_no'),
    provider,
    method: method || provider,
    status,
    buyCents: cents(quota / quotaPerUnit),
    payCents: cents(money),
    currency: provider === 'epay' ? 'CNY' : 'USD',
    quota: Math.round(quota),
    createdAt,
    paidAt: status === 'paid' ? timeOf(row, 'complete_time') || createdAt : null,
  };
}

const providerOf = (method: string) =>
  ['stripe', 'creem', 'waffo'].find((name) => method.toLowerCase().startsWith(name)) ?? 'epay';

function hubOrder(row: SourceRow): ImportedOrder {
  const status = statusOf(textOf(row, 'status'));
  const createdAt = secondsOf(row, 'created_at') ?? 0;
  return {
    sourceId: sourceIdOf(row),
    userSourceId: integerOf(row, 'user_id'),
    tradeNo: shortTextOf(row, 'trade_no'),
    provider: 'epay',
    method: 'epay',
    status,
    buyCents: cents(integerOf(row, 'amount')),
    payCents: cents(numberOf(row, 'order_amount')),
    currency: shortTextOf(row, 'order_currency') || 'CNY',
    quota: integerOf(row, 'quota'),
    createdAt,
    paidAt: status === 'paid' ? (secondsOf(row, 'updated_at') ?? createdAt) : null,
  };
}

/** An order that is pending there can't be paid here: its provider would notify another address. */
function statusOf(status: string): ImportedOrder['status'] {
  if (status === 'success') return 'paid';
  return status === 'failed' ? 'failed' : 'expired';
}
