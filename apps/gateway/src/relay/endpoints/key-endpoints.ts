import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import { createBalanceReader } from '../../domain/accounts/balances.ts';
import type { Domain } from '../../domain/domain.ts';
import type { Language } from '../../domain/error-texts.ts';
import { type LogReadingContext, readLogs } from '../../domain/log/log-reading.ts';
import { nowSeconds } from '../../platform/clock.ts';

/** How far back a key shows its own calls, and how many at most. */
const LOG_DAYS = 7;
const LOG_ROWS = 100;

/** Returns what a key has used and may use, in quota, in the format of new-api that key checkers read. */
export async function readKeyUsage(
  { store, wallet }: Pick<Domain, 'store' | 'wallet'>,
  holder: ApiKeyHolder,
) {
  const { used, remaining } = await createBalanceReader(store, wallet).ofApiKey(holder.apiKeyId);
  const limits = [...(holder.modelLimits ?? [])];
  return {
    code: true,
    message: 'ok',
    data: {
      object: 'token_usage',
      name: holder.apiKeyName,
      total_granted: used + remaining,
      total_used: used,
      total_available: remaining,
      unlimited_quota: holder.unlimited,
      model_limits: Object.fromEntries(limits.map((model) => [model, true])),
      model_limits_enabled: holder.modelLimits !== undefined,
      expires_at: Math.max(0, holder.expiredTime),
    },
  };
}

/** Returns a key's newest calls as its owner's log shows them: without the routing. */
export async function readKeyLog(
  domain: LogReadingContext,
  holder: ApiKeyHolder,
  language: Language,
) {
  const query = {
    type: 0,
    token_name: '',
    model_name: '',
    group: '',
    request_id: '',
    start_timestamp: nowSeconds(domain.clock) - LOG_DAYS * 86_400,
    end_timestamp: 0,
    p: 1,
    page_size: LOG_ROWS,
  };
  const reader = { ownerId: holder.userId, apiKeyId: holder.apiKeyId, language };
  const { items } = await readLogs(domain, query, reader);
  return { success: true, message: '', data: items };
}
