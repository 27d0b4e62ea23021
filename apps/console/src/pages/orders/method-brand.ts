import { brandOf } from '@tollgate/contract';
import type { TFunction } from 'i18next';

/** Returns the brand of an order's payment method, by its name in the page's language if it has one. */
export function methodBrand(
  t: TFunction,
  { provider, method }: { provider: string; method: string },
): string {
  return t(`orders.brands.${method}` as 'orders.brands.zfb', {
    defaultValue: brandOf(provider, method),
  });
}
