import type { Generated } from 'kysely';

/** Access tokens with scopes. */
export interface ScopedTokensTable {
  id: Generated<number>;
  user_id: number;
  name: string;
  /** Keyed hash; the token itself is stored nowhere. */
  token_hash: string;
  /** Its last characters. */
  tail: string;
  /** A JSON list. */
  scopes: string;
  created_at: number;
  /** 0 for never. */
  expires_at: number;
  /** 0 before its first use. */
  last_used_at: number;
  last_used_ip: string;
}
