import { AppError } from '../../platform/app-error.ts';
import type { Domain } from '../domain.ts';
import { passkeyHost } from '../logins/passkey-host.ts';

/**
 * Who this site is to a passkey, from ServerAddress. Throws AppError passkeys_need_address where that
 * is empty, or an address that browsers make no passkeys for: an IP address, or http beyond localhost.
 */
export function relyingParty({ options }: Pick<Domain, 'options'>): {
  id: string;
  name: string;
  origin: string;
} {
  const address = options.get('ServerAddress');
  const host = passkeyHost(address);
  if (host === undefined) throw new AppError('passkeys_need_address');
  return { id: host, name: options.get('SystemName'), origin: new URL(address).origin };
}
