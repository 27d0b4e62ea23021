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
import { type RunningGateway, startGateway } from './gateway.ts';
import { type SignedIn, signIn } from './sign-in.ts';

export interface PaidGateway extends RunningGateway {
  root: SignedIn;
  epay: EpaySimulator;
  usdt: UsdtSimulator;
  coins: CryptomusSimulator;
  cards: AirwallexSimulator;
  stripe: StripeSimulator;
}

/** Starts a gateway that accepts payments in every way, through simulated providers. */
export async function startPaidGateway(): Promise<PaidGateway> {
  const account = { secret: 'payment-key' };
  const [epay, usdt, coins, cards, stripe] = await Promise.all([
    startEpaySimulator(account),
    startUsdtSimulator(account),
    startCryptomusSimulator(account),
    startAirwallexSimulator(account),
    startStripeSimulator(account),
  ]);
  const simulators = [epay, usdt, coins, cards, stripe];
  const gateway = await startGateway({ ...coins.env, ...cards.env, ...stripe.env });
  const root = await signIn(gateway.url);
  const options = Object.assign(
    { ServerAddress: gateway.url, MinTopUp: '5' },
    ...simulators.map((simulator) => simulator.register(gateway.url)),
  ) as Record<string, string>;
  await root.call('/api/option/batch', {
    options: Object.entries(options).map(([key, value]) => ({ key, value })),
  });
  const stop = async () => {
    await gateway.stop();
    await Promise.all(simulators.map((simulator) => simulator.close()));
  };
  return { ...gateway, root, epay, usdt, coins, cards, stripe, stop };
}
