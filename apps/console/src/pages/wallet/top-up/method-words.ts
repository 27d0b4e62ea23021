import { brandOf, type PaymentMethod, providerIdOf } from '@tollgate/contract';
import type { TFunction } from 'i18next';

/** Returns the name of a method: localized if that differs from its brand. */
export function methodName(t: TFunction, method: PaymentMethod): string {
  const brand = brandOf(providerIdOf(method), method);
  return t(`wallet.modal.names.${method}`, { defaultValue: brand });
}

/** Returns what payers must take care of while paying; empty if nothing. */
export function methodCare(t: TFunction, method: PaymentMethod): string {
  return t(`wallet.modal.care.${method}`, { defaultValue: '' });
}

/** Returns a note on what one pays with; empty if the name is enough. */
export function methodNote(t: TFunction, method: PaymentMethod): string {
  return t(`wallet.modal.notes.${method}`, { defaultValue: '' });
}
