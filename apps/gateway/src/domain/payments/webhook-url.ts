import { AppError } from '../../platform/app-error.ts';
import type { OptionStore } from '../options/options.ts';

/** Where providers send their notices; also what the operator enters at a provider that asks for it. */
export const WEBHOOK_PATHS = {
  epay: '/api/user/epay/notify',
  usdt: '/api/user/usdt/notify',
  cryptomus: '/api/crypto/webhook',
  airwallex: '/api/airwallex/webhook',
} as const;

/**
 * The address that a provider is told for its notices: the option made for it where it has a
 * value, else the provider's path under CustomCallbackAddress or ServerAddress. Throws AppError
 * where no address is known: a payment that nobody hears of must not begin.
 */
export function webhookUrl(
  options: OptionStore,
  provider: keyof typeof WEBHOOK_PATHS,
  ownOption?: string,
): string {
  const own = ownOption === undefined ? '' : options.text(ownOption);
  if (own !== '') return own;
  const base = options.text('CustomCallbackAddress') || options.text('ServerAddress');
  if (base === '') throw new AppError('payment_address_missing');
  return base + WEBHOOK_PATHS[provider];
}

/** A page of the console as browsers reach it after a payment. */
export function consolePageUrl(options: OptionStore, path: `/${string}`): string {
  return (options.text('ServerAddress') || options.text('CustomCallbackAddress')) + path;
}
