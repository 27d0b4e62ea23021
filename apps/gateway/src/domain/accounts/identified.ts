import type { Scope } from '@tollgate/contract';
import type { UserRow } from '../../store/users-repository.ts';

/** The user behind a credential, freshly read from the database. */
export interface Identified {
  user: UserRow;
  /** 0 for an access token. */
  sessionId: number;
  /**
   * When the user last proved their identity in this session, in Unix seconds; 0 for a system access token.
   */
  confirmedAt: number;
  /**
   * What a scoped token may do; undefined for sessions and the system access token, which are unrestricted.
   */
  scopes: readonly Scope[] | undefined;
}
