import type { BalanceReader } from '../../domain/accounts/balances.ts';
import type { ApiKeyHolder } from '../../domain/accounts/api-key-directory.ts';
import type { OptionStore } from '../../domain/options/options.ts';

const UNLIMITED = 100_000_000;

interface Amounts {
  used: number;
  limit: number;
}

/**
 * The key's numbers, or its owner's where DisplayTokenStatEnabled is off; as money where that is
 * the display.
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

/** The legacy OpenAI billing call that clients use to show a limit. */
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

/** The legacy OpenAI usage call; hundredths, as that API has it. */
export async function billingUsage(
  balances: BalanceReader,
  options: OptionStore,
  holder: ApiKeyHolder,
) {
  const { used } = await amountsOf(balances, options, holder);
  return { object: 'list', total_usage: Math.round(used * 100 * 1e6) / 1e6 };
}
