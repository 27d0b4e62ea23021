import type { Generated } from 'kysely';
import type { ScopedTokensTable } from './scoped-tokens-table.ts';

/** Signed-in browsers. */
export interface SessionsTable {
  id: Generated<number>;
  token_hash: string;
  user_id: number;
  created_at: number;
  expires_at: number;
  last_seen_at: number;
  ip: string;
  user_agent: string;
  /** When its user last proved their identity. */
  confirmed_at: number;
  /** The session at a login provider that it started from; '' for none. */
  provider_session: Generated<string>;
}

/** What people and programs sign in with. */
export interface SessionTables {
  sessions: SessionsTable;
  scoped_tokens: ScopedTokensTable;
}
