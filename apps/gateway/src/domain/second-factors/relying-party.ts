import { AppError } from '../../platform/app-error.ts';
import type { Domain } from '../domain.ts';
import { passkeyHost } from '../logins/passkey-host.ts';

/**
 * Returns this site's identity for passkeys, from ServerAddress. Throws AppError passkeys_need_address if
 * that is empty, or if browsers create no passkeys for it: an IP address, or http other than localhost.
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
