/** Who a user is at login providers: one a provider, and each belongs to one user. */
export interface UserIdentitiesTable {
  /** An id of the contract's table of login providers. */
  provider: string;
  /** What the provider never gives to somebody else: a number or a key, not a name. */
  subject: string;
  user_id: number;
  /** Seconds; 0 where it was bound before there was this table. */
  bound_at: number;
}
