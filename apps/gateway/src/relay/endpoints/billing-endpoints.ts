import type { BalanceReader } from '../../domain/accounts/balances.ts';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { OptionStore } from '../../domain/options/options.ts';

const UNLIMITED = 100_000_000;

interface Amounts {
  used: number;
  limit: number;
}

/**
 * Returns the key's numbers, or its owner's if DisplayTokenStatEnabled is off; as money if that is the
 * display mode.
 */
async function amountsOf(
  balances: BalanceReader,
  options: OptionStore,
  holder: ApiKeyHolder,
): Promise<Amounts> {
  const unit = options.boolean('DisplayInCurrencyEnabled') ? options.number('QuotaPerUnit') : 1;
  const ofApiKey = options.boolean('DisplayTokenStatEnabled');
  const { used, remaining } = ofApiKey
    ? await balances.ofApiKey(holder.apiKeyId)
    : await balances.ofUser(holder.userId);
  const limit = ofApiKey && holder.unlimited ? UNLIMITED : (used + remaining) / unit;
  return { used: used / unit, limit };
}

/** Serves the legacy OpenAI billing call that clients use to show a limit. */
export async function billingSubscription(
  balances: BalanceReader,
  options: OptionStore,
  holder: ApiKeyHolder,
) {
  const { limit } = await amountsOf(balances, options, holder);
  return {
    object: 'billing_subscription',
    has_payment_method: true,
    soft_limit_usd: limit,
    hard_limit_usd: limit,
    system_hard_limit_usd: limit,
    access_until: holder.expiredTime === -1 ? 0 : holder.expiredTime,
  };
}

/** Serves the legacy OpenAI usage call; in hundredths, as that API requires. */
export async function billingUsage(
  balances: BalanceReader,
  options: OptionStore,
  holder: ApiKeyHolder,
) {
  const { used } = await amountsOf(balances, options, holder);
  return { object: 'list', total_usage: Math.round(used * 100 * 1e6) / 1e6 };
}
