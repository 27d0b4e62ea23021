import type { UserRow } from './users-repository.ts';

/**
 * Returns the names by which an invitation may identify a user. An address identifies only who has proved to
 * own it: a username that looks like one (of an imported account, or with an @ in another form) does not.
 */
export function inviteeNames({
  username_lower: name,
  email_lower: address,
}: Pick<UserRow, 'username_lower' | 'email_lower'>): string[] {
  return [...(name.includes('@') ? [] : [name]), ...(address === null ? [] : [address])];
}
