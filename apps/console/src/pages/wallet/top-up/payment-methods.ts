import {
  PAYMENT_PROVIDER_IDS,
  type PaymentMethod,
  type PaymentProviderId,
  paymentProviderOf,
} from '@tollgate/contract';
import { groupThousands, smallestCents } from '@tollgate/pricing';

/** Which payment providers are enabled. */
export type PaymentFlags = Readonly<Record<PaymentProviderId, boolean>>;

/** A payment method as offered. */
export interface MethodCard {
  method: PaymentMethod;
  provider: PaymentProviderId;
  on: boolean;
}

/** Lists the payment methods: enabled ones first. Some are hidden while disabled. */
export function listMethods(flags: PaymentFlags): MethodCard[] {
  return PAYMENT_PROVIDER_IDS.map((id) => ({ id, ...paymentProviderOf(id) }))
    .filter(({ id, hiddenWhileOff }) => flags[id] || hiddenWhileOff !== true)
    .toSorted(
      (left, right) =>
        Number(flags[right.id]) - Number(flags[left.id]) || left.position - right.position,
    )
    .flatMap(({ id, methods }) =>
      Object.keys(methods).map((method) => ({
        method: method as PaymentMethod,
        provider: id,
        on: flags[id],
      })),
    );
}

/**
 * Returns the method that Enter selects: the last one used, else the site's default, else the first enabled
 * one.
 */
export function preferredCard(
  cards: readonly MethodCard[],
  last: PaymentMethod | undefined,
  byDefault: string | undefined,
): MethodCard | undefined {
  const usable = cards.filter(({ on }) => on);
  const find = (name: string | undefined) => usable.find(({ method }) => method === name);
  return find(last) ?? find(byDefault) ?? usable[0];
}

/** Formats a price with its currency code: ¥73.00 CNY, 1,500 JPY. */
export function formatPayable(amount: string, currency: string): string {
  const sum = smallestCents(currency) === 1 ? amount : amount.replace(/\.00$/, '');
  return `${SIGNS[currency] ?? ''}${groupThousands(sum)} ${currency}`;
}

const SIGNS: Readonly<Record<string, string>> = { CNY: '¥', USD: '$' };
