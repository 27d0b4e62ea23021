import { type Clock, nowSeconds } from '../../platform/clock.ts';
import {
  findIdentity,
  findUserByIdentity,
  type Identity,
  renameIdentity,
} from '../../store/user-identities-repository.ts';
import type { UserRow } from '../../store/users-repository.ts';
import type { Domain } from '../domain.ts';
import type { FormerSubject } from './login-provider.ts';

/**
 * Subject for a GitHub login name from an import: names can be reassigned to somebody else, numeric ids
 * cannot.
 */
export const formerGithubSubject = (login: string): string => `login:${login.toLowerCase()}`;

const DAY_SECONDS = 86_400;
/** How long after an import a name at a provider gives access to the account. */
export const NAME_COUNTS_DAYS = 90;

/**
 * Finds the user whom an import knew by another subject of the same person, and replaces that subject.
 * Undefined if there is none, or if the subject was a name and the import is too old.
 */
export async function claimFormerIdentity(
  { store, clock }: Pick<Domain, 'store'> & { clock: Clock },
  identity: Identity,
  formerSubjects: readonly FormerSubject[],
): Promise<UserRow | undefined> {
  for (const { subject, isName } of formerSubjects) {
    const formerIdentity = await findIdentity(store.db, { provider: identity.provider, subject });
    if (!formerIdentity) continue;
    const isTooOld = formerIdentity.bound_at + NAME_COUNTS_DAYS * DAY_SECONDS < nowSeconds(clock);
    if (isName && isTooOld) continue;
    await renameIdentity(store.db, formerIdentity, identity.subject);
    return findUserByIdentity(store.db, identity);
  }
  return undefined;
}
