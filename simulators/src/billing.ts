import type { ServerResponse } from 'node:http';
import { sendJson } from './answer.ts';

/** The old billing calls, for balance queries: a limit of 120 USD of which 20 are used. */
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
