import { AppError } from '../../platform/app-error.ts';
import type { OptionStore } from '../options/options.ts';
import type { WebhookRoute } from './payment-provider.ts';

/**
 * Returns the URL to which a provider sends an order's webhooks: its own option if set, else the route under
 * CustomCallbackAddress or ServerAddress. Throws AppError payment_address_missing if no address is known:
 * nobody would learn of the payment.
 */
export function webhookUrl(
  options: OptionStore,
  { path, urlOption }: Pick<WebhookRoute, 'path' | 'urlOption'>,
): string {
  const customUrl = urlOption === undefined ? '' : options.raw(urlOption);
  if (customUrl !== '') return customUrl;
  const base = options.text('CustomCallbackAddress') || options.text('ServerAddress');
  if (base === '') throw new AppError('payment_address_missing');
  return base + path;
}

/** Returns the URL of a console page for browsers after a payment; a bare path if no address is known. */
export function consolePageUrl(options: OptionStore, path: `/${string}`): string {
  return (options.text('ServerAddress') || options.text('CustomCallbackAddress')) + path;
}
