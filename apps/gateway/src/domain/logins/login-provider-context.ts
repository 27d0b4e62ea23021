import type { LoginAddressName } from '@tollgate/contract';
import type { Config } from '../../platform/config.ts';
import type { Outbound } from '../../platform/outbound.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Keyring } from '../../platform/keyring.ts';
import type { OptionStore } from '../options/options.ts';

/** The context of login providers. */
export interface LoginProviderContext {
  options: Pick<OptionStore, 'get'>;
  config: Pick<Config, LoginAddressName>;
  clock: Clock;
  /** Derives secrets of a login from its state: the PKCE verifier and the nonce. */
  keyring: Pick<Keyring, 'hash'>;
  /** For addresses from options. */
  outbound: Outbound;
  /** For addresses from the environment, set by the operator: they may be private. */
  trusted: Outbound;
  /** Timeout of a provider's response, in milliseconds. */
  timeoutMs: number;
}
