import type { PaymentProviderId } from '@tollgate/contract';
import type { PaymentProvider } from '../payment-provider.ts';
import { airwallex } from './airwallex.ts';
import { cryptomus } from './cryptomus.ts';
import { epay } from './epay.ts';
import { stripe } from './stripe.ts';
import { usdt } from './usdt.ts';

/** All payment providers, in the order of the contract's table. */
export const paymentProviders = {
  epay,
  usdt,
  cryptomus,
  airwallex,
  stripe,
} as const satisfies Record<PaymentProviderId, PaymentProvider>;
