import type { Generated } from 'kysely';

/** Holds at most the row 1. */
export interface MasterKeyCheckTable {
  id: number;
  /** A text that was sealed with the master key. */
  sealed: string;
  /** What look-up hashes derive from, as sealed hex; '' while that is the master key itself. */
  lookup_key: Generated<string>;
}
