import { brandOf, type PaymentMethod, providerIdOf } from '@tollgate/contract';
import type { TFunction } from 'i18next';

/** What a method is called: in the reader's language where that differs from its brand. */
export function methodName(t: TFunction, method: PaymentMethod): string {
  const brand = brandOf(providerIdOf(method), method);
  return t(`wallet.modal.names.${method}`, { defaultValue: brand });
}

/** A word on what one pays with; empty where the name says it all. */
export function methodNote(t: TFunction, method: PaymentMethod): string {
  return t(`wallet.modal.notes.${method}`, { defaultValue: '' });
}
