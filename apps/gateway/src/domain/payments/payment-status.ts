import {
  PAYMENT_PROVIDER_IDS,
  type PaymentMethod,
  paymentProviderOf,
  type PaymentStatusFlag,
} from '@tollgate/contract';
import type { OptionStore } from '../options/options.ts';
import { isMethodEnabled } from './payment-methods.ts';

/** Returns which payment providers are enabled, as GET /api/status shows it. */
export function readPaymentStatus(options: OptionStore): Record<PaymentStatusFlag, boolean> {
  const flags = PAYMENT_PROVIDER_IDS.map((id) => {
    const { status, switch: key, methods } = paymentProviderOf(id);
    const [method] = Object.keys(methods) as PaymentMethod[];
    return [
      status,
      key === undefined ? isMethodEnabled(options, method!) : options.raw(key) === 'true',
    ];
  });
  return Object.fromEntries(flags) as Record<PaymentStatusFlag, boolean>;
}
