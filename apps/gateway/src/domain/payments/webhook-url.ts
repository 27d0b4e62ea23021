import { AppError } from '../../platform/app-error.ts';
import type { OptionStore } from '../options/options.ts';
import type { WebhookRoute } from './payment-provider.ts';

/**
 * The address that a provider sends the webhooks of an order to: the option made for it where it
 * has a value, else the route under CustomCallbackAddress or ServerAddress. Throws AppError
 * payment_address_missing where no address is known: nobody would learn of the payment.
 */
export function webhookUrl(
  options: OptionStore,
  { path, urlOption }: Pick<WebhookRoute, 'path' | 'urlOption'>,
): string {
  const own = urlOption === undefined ? '' : options.raw(urlOption);
  if (own !== '') return own;
  const base = options.text('CustomCallbackAddress') || options.text('ServerAddress');
  if (base === '') throw new AppError('payment_address_missing');
  return base + path;
}

/** A page of the console as browsers reach it after a payment; a bare path where no address is known. */
export function consolePageUrl(options: OptionStore, path: `/${string}`): string {
  return (options.text('ServerAddress') || options.text('CustomCallbackAddress')) + path;
}
