/** Holds at most the row 1. */
export interface MasterKeyCheckTable {
  id: number;
  /** A text that was sealed with the master key. */
  sealed: string;
}
