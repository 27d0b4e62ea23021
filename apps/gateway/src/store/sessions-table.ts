import type { Generated } from 'kysely';

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
  /** When its user last proved who they are. */
  confirmed_at: number;
}
