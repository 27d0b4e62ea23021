import { findUserByIdentity } from '../../store/user-identities-repository.ts';
import { deleteSessionsOfProvider, deleteSessionsOfUser } from '../../store/sessions-repository.ts';
import type { Domain } from '../domain.ts';
import type { OauthLoginProvider } from './login-provider.ts';
import { consumeSignedProof } from './login-states.ts';
import { providerSession } from './provider-session.ts';

/**
 * Ends the sessions that a provider reports as logged out (OpenID Connect Back-Channel Logout 1.0): those
 * that began with its session, or all of the user if it names no session. Each token is accepted once. Throws
 * AppError oauth_failed, oauth_state_invalid or oauth_site_unreachable.
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
  await consumeSignedProof(domain, `logout ${id} ${tokenId}`);
  const { db } = domain.store;
  if (sessionId !== '') return deleteSessionsOfProvider(db, providerSession(id, sessionId));
  const user = await findUserByIdentity(db, { provider: id, subject });
  if (user) await deleteSessionsOfUser(db, user.id);
}
