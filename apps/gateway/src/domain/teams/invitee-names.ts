import type { UserRow } from '../../store/users-repository.ts';

/** Returns the names by which an invitation may identify a user. */
export function inviteeNames(user: Pick<UserRow, 'username_lower' | 'email_lower'>): string[] {
  return [user.username_lower, ...(user.email_lower === null ? [] : [user.email_lower])];
}
