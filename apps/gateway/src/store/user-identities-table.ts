/** Users' identities at login providers: one per provider, each belonging to one user. */
export interface UserIdentitiesTable {
  /** An id from the contract's table of login providers. */
  provider: string;
  /** What the provider never reassigns: a number or a key, not a name. */
  subject: string;
  user_id: number;
  /** Seconds; 0 if it was bound before this table existed. */
  bound_at: number;
}
