import { createOutbound } from '../../platform/outbound.ts';
import type { PaymentContext } from './payment-provider.ts';
import { paymentProviders } from './providers/index.ts';

type Providers = typeof paymentProviders;

/** The clients of all payment providers, by id. */
export type PaymentClients = {
  readonly [Id in keyof Providers]: ReturnType<Providers[Id]['createClient']>;
};

export function createPaymentClients(
  parts: Omit<PaymentContext, 'outbound' | 'trustedOutbound'>,
): PaymentClients {
  const context: PaymentContext = {
    ...parts,
    outbound: createOutbound(parts.config.ALLOW_PRIVATE_UPSTREAMS),
    trustedOutbound: createOutbound(true),
  };
  const clients = Object.values(paymentProviders).map(
    ({ id, createClient }) => [id, createClient(context)] as const,
  );
  return Object.fromEntries(clients) as unknown as PaymentClients;
}
