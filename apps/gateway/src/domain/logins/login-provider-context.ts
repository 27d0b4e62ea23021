import type { LoginAddressName } from '@tollgate/contract';
import type { Config } from '../../platform/config.ts';
import type { Outbound } from '../../platform/outbound.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/keyring.ts';
import type { OptionStore } from '../options/options.ts';

/** What login providers work with. */
export interface LoginProviderContext {
  options: Pick<OptionStore, 'get'>;
  config: Pick<Config, LoginAddressName>;
  clock: Clock;
  /** Derives from a state what must not leave with it: the PKCE verifier and the nonce. */
  keyring: Pick<Keyring, 'hash'>;
  /** To addresses of options. */
  outbound: Outbound;
  /** To addresses of the environment, which the operator set: they may be private. */
  trusted: Outbound;
  /** How long a provider may take to answer, in milliseconds. */
  timeoutMs: number;
}
