import type { Config } from '../../platform/config.ts';

/**
 * Returns whether the mail server may have a private address: self-hosters often run one next to the gateway.
 */
export function mayMailPrivately(config: Config): boolean {
  return config.ALLOW_PRIVATE_MAIL || config.ALLOW_PRIVATE_UPSTREAMS;
}
