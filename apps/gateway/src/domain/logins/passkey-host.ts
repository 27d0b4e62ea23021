import { isIP } from 'node:net';

/**
 * Returns the host that a site's passkeys belong to, from its ServerAddress; undefined if that is empty, or
 * if browsers create no passkeys for it: an IP address, or http other than localhost.
 */
export function passkeyHost(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const host = url?.hostname ?? '';
  const isSafe = url?.protocol === 'https:' || host === 'localhost' || host.endsWith('.localhost');
  return isSafe && isIP(host.replaceAll(/[[\]]/g, '')) === 0 ? host : undefined;
}
