import type { Config } from '../../platform/config.ts';

/** Whether the mail server may stand at a private address: self-hosters often have one beside them. */
export function mayMailPrivately(config: Config): boolean {
  return config.ALLOW_PRIVATE_MAIL || config.ALLOW_PRIVATE_UPSTREAMS;
}
