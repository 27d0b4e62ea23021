import type { RefundParts } from '@tollgate/contract';
import type { OrderRow } from '../../../store/orders-repository.ts';
import type { PaymentProvider, RefundAbility } from '../payment-provider.ts';
import { paymentProviders } from '../providers/index.ts';

/** Returns how an order's provider makes refunds; undefined if it can't refund this order on request. */
export function refundAbilityOf(
  order: Pick<OrderRow, 'provider' | 'reference'>,
): RefundAbility | undefined {
  const providers: Readonly<Record<string, PaymentProvider>> = paymentProviders;
  const ability = Object.hasOwn(providers, order.provider)
    ? providers[order.provider]?.refund
    : undefined;
  return ability?.needsReference === true && order.reference === null ? undefined : ability;
}

/** Returns how much of an order its provider can refund on request. */
export function refundPartsOf(order: Pick<OrderRow, 'provider' | 'reference'>): RefundParts {
  return refundAbilityOf(order)?.parts ?? 'none';
}
