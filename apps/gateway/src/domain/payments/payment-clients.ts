import { createOutbound, type Outbound } from '../../platform/outbound.ts';
import type { Domain } from '../domain.ts';
import type { OptionStore } from '../options/options.ts';
import { AirwallexSession } from './providers/airwallex-session.ts';
import { CryptomusCurrencies } from './providers/cryptomus-currencies.ts';
import { createStablecoinLog, type StablecoinLog } from './providers/stablecoin-log.ts';

/** What calls of payment providers share: the way out, a login, a list of coins, a log. */
export interface PaymentClients {
  /** To addresses of options. */
  readonly ask: Outbound;
  /** To addresses of the environment and the providers' own: they may be private. */
  readonly trusted: Outbound;
  readonly options: OptionStore;
  /** Of the stablecoin gateway. */
  readonly log: StablecoinLog;
  /** Where Cryptomus is asked. */
  readonly baseUrl: string;
  readonly coins: CryptomusCurrencies;
  readonly airwallex: AirwallexSession;
}

export function createPaymentClients({
  config,
  store,
  options,
  clock,
  log,
}: Pick<Domain, 'config' | 'store' | 'options' | 'clock' | 'log'>): PaymentClients {
  const ask = createOutbound(config.ALLOW_PRIVATE_UPSTREAMS);
  const trusted = createOutbound(true);
  return {
    ask,
    trusted,
    options,
    log: createStablecoinLog({ store, options, clock, log }),
    baseUrl: config.CRYPTOMUS_URL,
    coins: new CryptomusCurrencies(clock),
    airwallex: new AirwallexSession({
      ask: trusted,
      options,
      clock,
      baseUrl: config.AIRWALLEX_URL,
    }),
  };
}
