import type { Scope } from '@tollgate/contract';
import type { UserRow } from '../../store/users-repository.ts';

/** A user behind a credential, read from the database just now. */
export interface Identified {
  user: UserRow;
  /** 0 for an access token. */
  sessionId: number;
  /** When the user last proved who they are in this session; 0 for a system access token. */
  confirmedAt: number;
  /** What an access token with scopes may do; undefined for sessions and the system access token, which may all. */
  scopes: readonly Scope[] | undefined;
}
