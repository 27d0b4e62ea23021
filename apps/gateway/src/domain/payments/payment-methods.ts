import { type PaymentMethod, paymentProviderOf, providerIdOf } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import type { OptionStore } from '../options/options.ts';

/** Returns whether the operator has enabled a payment method and configured what it requires. */
export function isMethodEnabled(options: OptionStore, method: PaymentMethod): boolean {
  const { requiredOptions } = paymentProviderOf(providerIdOf(method));
  return requiredOptions.every((key) => !['', 'false'].includes(options.raw(key)));
}

/** Throws an AppError with the provider's text if a method is not available. */
export function requireMethod(options: OptionStore, method: PaymentMethod): void {
  if (isMethodEnabled(options, method)) return;
  const { disabledError, methods } = paymentProviderOf(providerIdOf(method));
  throw new AppError(disabledError, { method: methods[method] ?? method });
}
