import { isIP } from 'node:net';

/**
 * The host that passkeys of a site belong to, from its ServerAddress; undefined where that is empty, or an
 * address that browsers make no passkeys for: an IP address, or http beyond localhost.
 */
export function passkeyHost(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  const host = url?.hostname ?? '';
  const isSafe = url?.protocol === 'https:' || host === 'localhost' || host.endsWith('.localhost');
  return isSafe && isIP(host.replaceAll(/[[\]]/g, '')) === 0 ? host : undefined;
}
