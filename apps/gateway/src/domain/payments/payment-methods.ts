import { type PaymentMethod, paymentProviderOf, providerIdOf } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import type { OptionStore } from '../options/options.ts';

/** Whether the operator has turned a way to pay on and filled in what it takes. */
export function isMethodEnabled(options: OptionStore, method: PaymentMethod): boolean {
  const { requiredOptions } = paymentProviderOf(providerIdOf(method));
  return requiredOptions.every((key) => !['', 'false'].includes(options.raw(key)));
}

/** Throws AppError with the text of the provider where nobody can pay this way. */
export function requireMethod(options: OptionStore, method: PaymentMethod): void {
  if (isMethodEnabled(options, method)) return;
  const { disabledError, methods } = paymentProviderOf(providerIdOf(method));
  throw new AppError(disabledError, { method: methods[method] ?? method });
}
