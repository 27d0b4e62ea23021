import { loginProviderTable } from '@tollgate/contract';
import type { PasskeyRow } from '../../store/passkeys-repository.ts';
import type { UserIdentityRow } from '../../store/user-identities-repository.ts';
import { passkeyHost } from './passkey-host.ts';

/**
 * Returns whether a passkey or a login provider gives access without a password, with options as given by
 * `option`: a passkey belongs to the host it was created for, an OpenID Connect identity to its issuer.
 */
export function hasLoginMethod(
  option: (key: string) => string,
  {
    passkeys,
    identities,
  }: { passkeys: readonly PasskeyRow[]; identities: readonly UserIdentityRow[] },
): boolean {
  const host = passkeyHost(option('ServerAddress'));
  if (host !== undefined && passkeys.some(({ rp_id: passkeyHostName }) => passkeyHostName === host))
    return true;
  const on = loginProviderTable.filter(({ enabled }) => option(enabled.key) === 'true');
  const issuer = option('OidcIssuer');
  return identities.some(
    ({ provider, subject }) =>
      on.some(({ id }) => id === provider) &&
      // Options drop the trailing slash that some issuers' names have.
      (provider !== 'oidc' ||
        [`${issuer}|`, `${issuer}/|`].some((name) => subject.startsWith(name))),
  );
}
