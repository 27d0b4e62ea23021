import { brandOf, listPaymentMethods, type PaymentMethod, providerIdOf } from '@tollgate/contract';
import type { i18n } from 'i18next';
import { translateEnum } from '../../ui/format/translate-enum.ts';

/** Returns the label of an option's choice: its text, or the brand of a payment method without one. */
export function choiceLabel(texts: i18n, value: string): string {
  const isMethod = (listPaymentMethods() as readonly string[]).includes(value);
  const brand = isMethod ? brandOf(providerIdOf(value as PaymentMethod), value) : value;
  const text = translateEnum(texts, 'setting.choices', value);
  return text === value ? brand : text;
}
