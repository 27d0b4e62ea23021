import { brandOf, listPaymentMethods, providerIdOf } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import type { Language } from './error-texts.ts';

/** Returns the brand of a payment method, by its name in a language if it has one. */
export function paymentMethodName(provider: string, method: string, language: Language): string {
  const { brands } = texts[language].orders;
  return Object.hasOwn(brands, method)
    ? brands[method as keyof typeof brands]
    : brandOf(provider, method);
}

/** Returns the name of a method of which only the brand was recorded. */
export function nameOfBrand(brand: string, language: Language): string {
  const method = listPaymentMethods().find((each) => brandOf(providerIdOf(each), each) === brand);
  return method ? paymentMethodName(providerIdOf(method), method, language) : brand;
}
