import { DISPLAY_NAME_LENGTH_MAX, ROLE_USER, USER_ENABLED } from '@tollgate/contract';
import { AppError } from '../../platform/app-error.ts';
import {
  findUserByExternalId,
  releaseExternalId,
  updateUser,
} from '../../store/users-repository.ts';
import { openAccount } from '../accounts/open-account.ts';
import { isUniqueViolation, type UserRow } from '../accounts/users.ts';
import type { Domain } from '../domain.ts';
import { type ProviderProfile, ID_COLUMNS } from './provider-profile.ts';
import { deriveUsernames } from './derive-username.ts';

type SignInWithProviderContext = Pick<Domain, 'clock' | 'keyring' | 'store' | 'options'>;

/** The user that an account elsewhere belongs to; a new one where it never was anybody's and people may register. */
export async function signInWithProvider(
  domain: SignInWithProviderContext,
  external: ProviderProfile,
  affCode: string,
): Promise<UserRow> {
  const user = await findUserByExternalId(domain.store.db, ID_COLUMNS[external.site], external.id);
  if (user) {
    if (user.status !== USER_ENABLED || user.deleted_at !== null)
      throw new AppError('user_disabled');
    return user;
  }
  if (!domain.options.boolean('RegisterEnabled')) throw new AppError('registration_disabled');
  return registerWithProvider(domain, external, affCode);
}

async function registerWithProvider(
  domain: SignInWithProviderContext,
  external: ProviderProfile,
  affCode: string,
): Promise<UserRow> {
  const column = ID_COLUMNS[external.site];
  let failure: unknown;
  for (const username of deriveUsernames(external)) {
    try {
      return await openAccount(domain, {
        affCode,
        person: `${external.site} ${external.id}`,
        fields: {
          username,
          display_name: (external.name || username).slice(0, DISPLAY_NAME_LENGTH_MAX),
          password_hash: null,
          role: ROLE_USER,
          [column]: external.id,
        },
      });
    } catch (error) {
      if (!isUniqueViolation(error)) throw error;
      failure = error;
      // The same person at the same time, in another window.
      const made = await findUserByExternalId(domain.store.db, column, external.id);
      if (made && made.deleted_at === null) return made;
    }
  }
  throw failure;
}

/** Binds an account elsewhere to a user. Throws AppError oauth_taken where it is another's. */
export async function bindIdentity(
  domain: Pick<Domain, 'changes'>,
  user: UserRow,
  external: ProviderProfile,
): Promise<void> {
  const column = ID_COLUMNS[external.site];
  try {
    await domain.changes.commit({ topic: 'user', id: user.id }, async (trx) => {
      await releaseExternalId(trx, column, external.id);
      await updateUser(trx, user.id, { [column]: external.id });
    });
  } catch (error) {
    throw isUniqueViolation(error) ? new AppError('oauth_taken', {}, { cause: error }) : error;
  }
}
