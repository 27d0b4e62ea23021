import {
  type AirwallexSimulator,
  type CryptomusSimulator,
  type EpaySimulator,
  startAirwallexSimulator,
  startCryptomusSimulator,
  startEpaySimulator,
  startUsdtSimulator,
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
}

/** A gateway that takes money in every way, from simulated providers. */
export async function startPaidGateway(): Promise<PaidGateway> {
  const card = { clientId: 'client', apiKey: 'card-key', secret: 'card-secret' };
  const [epay, usdt, coins, cards] = await Promise.all([
    startEpaySimulator({ pid: '1001', key: 'epay-key' }),
    startUsdtSimulator({ key: 'usdt-key' }),
    startCryptomusSimulator({ merchant: 'merchant', key: 'coin-key' }),
    startAirwallexSimulator(card),
  ]);
  const gateway = await startGateway({ CRYPTOMUS_URL: coins.url, AIRWALLEX_URL: cards.url });
  const root = await signIn(gateway.url);
  const options = {
    ServerAddress: gateway.url,
    PayAddress: epay.url,
    EpayId: '1001',
    EpayKey: 'epay-key',
    UsdtApiUrl: usdt.url,
    UsdtApiKey: 'usdt-key',
    UsdtMerchantId: 'merchant',
    CryptoMerchant_ID: 'merchant',
    CryptoAPI_Key: 'coin-key',
    CryptoWebhook_Url: `${gateway.url}/api/crypto/webhook`,
    AirwallexClient_ID: card.clientId,
    AirwallexAPI_Key: card.apiKey,
    AirwallexSec_Key: card.secret,
    EnabledCryptomus: 'true',
    EnabledAirwallex: 'true',
    MinTopUp: '5',
  };
  await root.call('/api/option/batch', {
    options: Object.entries(options).map(([key, value]) => ({ key, value })),
  });
  const close = () => Promise.all([epay, usdt, coins, cards].map((desk) => desk.close()));
  const stop = async () => {
    await gateway.stop();
    await close();
  };
  return { ...gateway, root, epay, usdt, coins, cards, stop };
}
