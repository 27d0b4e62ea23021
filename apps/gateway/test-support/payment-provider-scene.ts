import { endpoints, type PaymentProviderId, paymentProviderOf } from '@tollgate/contract';
import { type PaymentSimulator, startPaymentSimulator } from '@tollgate/simulators';
import { pino } from 'pino';
import { reconcileOrders } from '../src/domain/payments/reconcile-orders.ts';
import { manualClock } from '../src/platform/clock.ts';
import { listLedger } from './list-ledger.ts';
import type { OrderRow } from '../src/store/orders-repository.ts';
import type { DatabaseKind } from './databases.ts';
import {
  type ApiResponse,
  type Client,
  startTestGateway,
  type TestGateway,
} from './test-gateway.ts';

/** Prefix of the keys at a provider: it must appear nowhere. */
export const PROVIDER_SECRET = 'provider-key-canary';

/** The body that orders `amount` dollars, by the endpoint in the provider's entry. */
const BODIES = {
  pay: (amount, method) => ({ amount, payment_method: method }),
  payWithStablecoin: (amount) => ({ amount }),
  createPaymentIntent: (amount) => ({ amount }),
  createCryptoTransaction: (amount) => ({
    amount: String(amount),
    currency: 'USDT',
    network: 'TRON',
  }),
} satisfies Record<string, (amount: number, method: string) => object>;

/** A gateway with a single, simulated payment provider; every log line is recorded. */
export interface PaymentProviderScene {
  gateway: TestGateway;
  simulator: PaymentSimulator;
  clock: ReturnType<typeof manualClock>;
  /** Everything that the gateway logged, and its responses to webhooks and to `order`. */
  output: string[];
  /** Orders ten dollars like the console, and posts the form if there is one. */
  order(user: Client): Promise<ApiResponse>;
  /** Orders; returns our order number. Throws if that is refused. */
  placed(user: Client): Promise<string>;
  newestOrder(user: Client): Promise<OrderRow>;
  account(user: Client): Promise<{ quota: number; total_topup: number }>;
  /** A user's ledger, newest first: `topup 5000000 <number>`. */
  credits(user: Client): Promise<string[]>;
  /** Lets time pass, then reconciles orders. */
  reconcileAfter(milliseconds: number): Promise<void>;
  close(): Promise<void>;
}

export async function startPaymentProviderScene(
  id: PaymentProviderId,
  kind: DatabaseKind,
): Promise<PaymentProviderScene> {
  const output: string[] = [];
  const clock = manualClock(Date.UTC(2026, 0, 1));
  const simulator = await startPaymentSimulator(id, {
    secret: PROVIDER_SECRET,
    now: () => clock.nowMs(),
  });
  const log = pino({ level: 'trace' }, { write: (line: string) => void output.push(line) });
  const gateway = await startTestGateway({ kind, clock, env: simulator.env, log });
  // Queries run when a test says so: a concurrent one would hold the order that the test queries.
  await gateway.app.jobs.stop();
  const options = { ServerAddress: gateway.url, ...simulator.register(gateway.url) };
  for (const [key, value] of Object.entries(options)) await gateway.setOption(key, value);
  const entry = paymentProviderOf(id);
  const [method = ''] = Object.keys(entry.methods);
  const { db } = gateway.app.domain.store;
  const newestOrder: PaymentProviderScene['newestOrder'] = (user) =>
    db
      .selectFrom('orders')
      .selectAll()
      .where('user_id', '=', user.id)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow();
  const order: PaymentProviderScene['order'] = async (user) => {
    const { path } = endpoints[entry.orderedBy];
    const response = await user.call('POST', path, BODIES[entry.orderedBy](10, method));
    output.push(JSON.stringify(response.body));
    if (entry.flow === 'form' && response.body.success)
      await fetch(response.body.url as string, {
        method: 'POST',
        body: new URLSearchParams(response.body.data as unknown as Record<string, string>),
      });
    return response;
  };
  return {
    gateway,
    simulator: keepResponses(simulator, output),
    clock,
    output,
    order,
    newestOrder,
    async placed(user) {
      const { body } = await order(user);
      if (!body.success) throw new Error(`${body.code}: ${String(body.data)}`);
      return (await newestOrder(user)).trade_no;
    },
    async account(user) {
      const { body } = await user.call('GET', '/api/user/self');
      return { quota: body.data.quota as number, total_topup: body.data.total_topup as number };
    },
    async credits(user) {
      const rows = await listLedger(db, user.id, 100);
      return rows.map(({ kind: type, amount, reference }) => `${type} ${amount} ${reference}`);
    },
    async reconcileAfter(milliseconds) {
      clock.advance(milliseconds);
      await reconcileOrders(gateway.app.domain, new AbortController().signal);
    },
    async close() {
      await gateway.close();
      await simulator.close();
    },
  };
}

function keepResponses(simulator: PaymentSimulator, output: string[]): PaymentSimulator {
  return {
    ...simulator,
    async notify(...input) {
      const response = await simulator.notify(...input);
      output.push(response.text);
      return response;
    },
  };
}
