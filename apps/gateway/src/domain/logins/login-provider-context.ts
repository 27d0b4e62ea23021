import type { Config } from '../../platform/config.ts';
import type { Outbound } from '../../platform/outbound.ts';
import type { OptionStore } from '../options/options.ts';

/** What the sites are asked with. */
export interface LoginProviderContext {
  options: Pick<OptionStore, 'text'>;
  config: Pick<Config, 'GITHUB_URL' | 'GITHUB_API_URL' | 'LINUXDO_URL'>;
  /** To addresses of options. */
  outbound: Outbound;
  /** To addresses of the environment, which the operator set: they may be private. */
  trusted: Outbound;
}
