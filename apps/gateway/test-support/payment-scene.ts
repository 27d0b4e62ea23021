import {
  type AirwallexSimulator,
  type CryptomusSimulator,
  type EpaySimulator,
  startAirwallexSimulator,
  startCryptomusSimulator,
  startEpaySimulator,
  startStripeSimulator,
  startUsdtSimulator,
  type StripeSimulator,
  type UsdtSimulator,
} from '@tollgate/simulators';
import { manualClock } from '../src/platform/clock.ts';
import { listLedger } from './list-ledger.ts';
import type { OrderRow } from '../src/store/orders-repository.ts';
import type { DatabaseKind } from './databases.ts';
import { type Client, startTestGateway, type TestGateway } from './test-gateway.ts';

/** Prefix of the keys at every provider: it must appear nowhere. */
export const PAYMENT_SECRET = 'payment-key-canary';

export interface PaymentSimulators {
  epay: EpaySimulator;
  usdt: UsdtSimulator;
  cryptomus: CryptomusSimulator;
  airwallex: AirwallexSimulator;
  stripe: StripeSimulator;
  close(): Promise<void>;
}

/** Starts all providers, with an account of this installation at each. */
export async function startPaymentSimulators(now?: () => number): Promise<PaymentSimulators> {
  const options = { secret: PAYMENT_SECRET, ...(now ? { now } : {}) };
  const [epay, usdt, cryptomus, airwallex, stripe] = await Promise.all([
    startEpaySimulator(options),
    startUsdtSimulator(options),
    startCryptomusSimulator(options),
    startAirwallexSimulator(options),
    startStripeSimulator(options),
  ]);
  return {
    epay,
    usdt,
    cryptomus,
    airwallex,
    stripe,
    async close() {
      const all = [epay, usdt, cryptomus, airwallex, stripe];
      await Promise.all(all.map((simulator) => simulator.close()));
    },
  };
}

/** Returns the environment variables of a gateway that orders at these providers. */
export function paymentEnv({
  cryptomus,
  airwallex,
  stripe,
}: PaymentSimulators): Record<string, string> {
  return { ...cryptomus.env, ...airwallex.env, ...stripe.env };
}

/** Sets every payment option; webhooks are sent to `address`. */
export async function enablePayments(
  gateway: Pick<TestGateway, 'setOption'>,
  { epay, usdt, cryptomus, airwallex, stripe }: PaymentSimulators,
  address: string,
): Promise<void> {
  const options = {
    ServerAddress: address,
    ...[epay, usdt, cryptomus, airwallex, stripe].reduce(
      (all, simulator) => ({ ...all, ...simulator.register(address) }),
      {},
    ),
    PayAddress: `${epay.url}/pay`,
  };
  for (const [key, value] of Object.entries(options)) await gateway.setOption(key, value);
}

/** A gateway with every payment provider, and users who pay. */
export interface PaymentScene extends PaymentSimulators {
  gateway: TestGateway;
  clock: ReturnType<typeof manualClock>;
  /** Returns the newest order of a user. */
  lastOrder(user: Client): Promise<OrderRow>;
  /** Returns a user's balance, as read by their own call. */
  account(user: Client): Promise<{ quota: number; total_topup: number }>;
  /** Returns the amounts in a user's ledger, newest first. */
  credits(user: Client): Promise<{ kind: string; amount: number; reference: string }[]>;
  /** Orders by epay and posts the form like a browser; returns our order number. */
  orderByEpay(user: Client, amount?: number, method?: 'zfb' | 'wx'): Promise<string>;
}

export async function startPaymentScene(kind: DatabaseKind): Promise<PaymentScene> {
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const providers = await startPaymentSimulators(() => clock.nowMs());
  const gateway = await startTestGateway({ kind, clock, env: paymentEnv(providers) });
  // Jobs run when a test says so, not in the background.
  await gateway.app.jobs.stop();
  await enablePayments(gateway, providers, gateway.url);
  const { db } = gateway.app.domain.store;
  return {
    ...providers,
    gateway,
    clock,
    lastOrder: ({ id }) =>
      db
        .selectFrom('orders')
        .selectAll()
        .where('user_id', '=', id)
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow(),
    async account(user) {
      const { body } = await user.call('GET', '/api/user/self');
      return { quota: body.data.quota as number, total_topup: body.data.total_topup as number };
    },
    async credits({ id }) {
      const rows = await listLedger(db, id, 100);
      return rows.map(({ kind: type, amount, reference }) => ({ kind: type, amount, reference }));
    },
    async orderByEpay(user, amount = 10, method = 'zfb') {
      const { body } = await user.call('POST', '/api/user/pay', {
        amount,
        payment_method: method,
        top_up_code: '',
      });
      if (!body.success) throw new Error(String(body.data));
      const fields = body.data as unknown as Record<string, string>;
      await fetch(body.url as string, { method: 'POST', body: new URLSearchParams(fields) });
      return fields.out_trade_no ?? '';
    },
    async close() {
      await gateway.close();
      await providers.close();
    },
  };
}
