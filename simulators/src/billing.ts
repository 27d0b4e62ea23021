import type { ServerResponse } from 'node:http';
import { sendJson } from './respond.ts';

/** Serves the old billing calls, for balance queries: a limit of 120 USD of which 20 are used. */
export function answerBilling(path: string, response: ServerResponse): void {
  if (path.endsWith('/subscription'))
    return sendJson(response, 200, {
      object: 'billing_subscription',
      has_payment_method: true,
      hard_limit_usd: 120,
      soft_limit_usd: 120,
      access_until: 4_102_444_800,
    });
  sendJson(response, 200, { object: 'list', total_usage: 2000 });
}

/** Remaining balances, as vendors report them to a key. */
const BALANCES = new Map<string, object>([
  [
    '/user/balance',
    {
      is_available: true,
      balance_infos: [
        {
          currency: 'CNY',
          total_balance: '73.00',
          granted_balance: '0.00',
          topped_up_balance: '73.00',
        },
      ],
    },
  ],
  [
    '/v1/user/info',
    { code: 20_000, message: 'OK', status: true, data: { balance: '0.5', totalBalance: '10.5' } },
  ],
  [
    '/v1/users/me/balance',
    {
      code: 0,
      data: { available_balance: 12.5, voucher_balance: 2.5, cash_balance: 10 },
      status: true,
    },
  ],
  ['/api/v1/credits', { data: { total_credits: 50, total_usage: 20 } }],
]);

/** Returns the balance at a path; undefined if there is none. */
export function balanceAt(path: string): object | undefined {
  return BALANCES.get(path);
}
