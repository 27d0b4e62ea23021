import type { UserChanges } from '../../store/users-repository.ts';

/** The columns of a new password. The system access token ends with the one before, as sessions do. */
export function passwordChanges(hash: string): UserChanges {
  return { password_hash: hash, factory_password: 0, access_token_hash: null };
}
