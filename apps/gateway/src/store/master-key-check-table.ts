import type { Generated } from 'kysely';

/** Has at most one row, with id 1. */
export interface MasterKeyCheckTable {
  id: number;
  /** A text sealed with the master key. */
  sealed: string;
  /** The key of lookup hashes, as sealed hex; '' while that is the master key itself. */
  lookup_key: Generated<string>;
}
