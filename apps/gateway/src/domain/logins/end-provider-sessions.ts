import { findUserByIdentity } from '../../store/user-identities-repository.ts';
import { deleteSessionsOfProvider, deleteSessionsOfUser } from '../../store/sessions-repository.ts';
import { lockUser } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import type { OauthLoginProvider } from './login-provider.ts';
import { consumeSignedProof } from './login-states.ts';
import { providerSession } from './provider-session.ts';

/**
 * Ends the sessions that a provider reports as logged out (OpenID Connect Back-Channel Logout 1.0): those
 * that began with its session, or all of the user if it names no session. Each token is accepted once, unless
 * that fails. Throws AppError oauth_failed, oauth_state_invalid or oauth_site_unreachable.
 */
export async function endProviderSessions(
  domain: Pick<Domain, 'store' | 'keyring' | 'clock' | 'loginProviderContext'>,
  {
    id,
    readLogout,
  }: Pick<OauthLoginProvider, 'id'> & Required<Pick<OauthLoginProvider, 'readLogout'>>,
  token: string,
): Promise<void> {
  const { tokenId, subject, sessionId } = await readLogout(domain.loginProviderContext, token);
  await domain.store.transaction(async (trx) => {
    await consumeSignedProof({ ...domain, store: { db: trx } }, `logout ${id} ${tokenId}`);
    if (sessionId !== '') return deleteSessionsOfProvider(trx, providerSession(id, sessionId));
    const user = await findUserByIdentity(trx, { provider: id, subject });
    if (!user) return;
    // Locked first, so that a session that is just starting is committed and ends too.
    await lockUser(trx, user.id);
    await deleteSessionsOfUser(trx, user.id);
  });
}
