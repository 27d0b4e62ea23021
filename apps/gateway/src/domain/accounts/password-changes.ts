import type { UserChanges } from '../../store/users-repository.ts';

/**
 * Returns the columns of a new password. Like sessions, the system access token ends with the old password.
 */
export function passwordChanges(hash: string): UserChanges {
  return { password_hash: hash, rehashed_from: null, factory_password: 0, access_token_hash: null };
}
