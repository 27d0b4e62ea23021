import type { PaymentCurrency } from '@tollgate/contract';
import { AppError } from '../../../platform/app-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import { isObject, textOf } from '../../../platform/lenient-json.ts';
import { requestProvider } from '../request-provider.ts';
import { callCryptomus, type CryptomusContext, cryptomusUrl } from './cryptomus-wire.ts';

const CACHE_MS = 60_000;
const AT_ONCE = 4;
const COINS_MAX = 500;
/** How long new rates are requested. */
const RATES_MS = 10_000;

/** The coins of Cryptomus with their rates, cached for a minute; concurrent calls share one fetch. */
export class CryptomusCurrencies {
  readonly #clock: Clock;
  #cached: { fetchedAtMs: number; merchant: string; coins: Promise<PaymentCurrency[]> } | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Throws AppError payment_failed if Cryptomus can't be reached. */
  read(context: CryptomusContext): Promise<PaymentCurrency[]> {
    const nowMs = this.#clock.nowMs();
    const merchant = context.options.text('CryptoMerchant_ID');
    const cached = this.#cached;
    if (cached?.merchant === merchant && Math.abs(nowMs - cached.fetchedAtMs) < CACHE_MS)
      return cached.coins;
    const coins = fetchCoins(context, this.#clock);
    const ownEntry = { fetchedAtMs: nowMs, merchant, coins };
    this.#cached = ownEntry;
    coins.catch(() => {
      if (this.#cached === ownEntry) this.#cached = undefined;
    });
    return coins;
  }
}

async function fetchCoins(context: CryptomusContext, clock: Clock): Promise<PaymentCurrency[]> {
  const result = await callCryptomus(context, '/v1/payment/services', {});
  const services = (Array.isArray(result) ? result : []).filter(isObject).slice(0, COINS_MAX);
  const offered = services.flatMap(({ currency, network, is_available: isAvailable, limit }) =>
    isAvailable === true && isObject(limit)
      ? [{ currency: textOf(currency), network: textOf(network), min: Number(limit.min_amount) }]
      : [],
  );
  const coins = new Set(offered.map(({ currency }) => currency));
  const rates = await fetchRates(context, clock, [...coins]);
  // No coin would be offered for a minute.
  if (coins.size > 0 && rates.size === 0)
    throw new AppError('payment_failed', {}, { internal: 'cryptomus: no rates' });
  return offered.flatMap(({ currency, network, min }) => {
    const rate = rates.get(currency);
    return rate === undefined || !Number.isFinite(min)
      ? []
      : [{ currency, network, min_amount: min, conversion_rate: rate }];
  });
}

/**
 * Fetches coins per USD; a coin whose rate is unavailable is omitted, as are those left when the time is up:
 * a service that hangs would keep hundreds of coins waiting in turn.
 */
async function fetchRates(
  context: CryptomusContext,
  clock: Clock,
  coins: readonly string[],
): Promise<Map<string, number>> {
  const until = clock.nowMs() + RATES_MS;
  const rates = new Map<string, number>();
  const queue = [...coins];
  const worker = async () => {
    for (let coin = queue.shift(); coin !== undefined; coin = queue.shift()) {
      if (clock.nowMs() >= until) return;
      const rate = await fetchRate(context, coin).catch(() => undefined);
      if (rate !== undefined) rates.set(coin, rate);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return rates;
}

async function fetchRate(
  { trustedOutbound, config }: CryptomusContext,
  coin: string,
): Promise<number | undefined> {
  const path = `/v1/exchange-rate/${encodeURIComponent(coin)}/list`;
  const { body } = await requestProvider(trustedOutbound, { url: cryptomusUrl(config, path) });
  const rows = (Array.isArray(body.result) ? body.result : []).filter(isObject);
  const rate = Number(rows.find(({ to }) => to === 'USD')?.course);
  return rate > 0 && Number.isFinite(rate) ? 1 / rate : undefined;
}
