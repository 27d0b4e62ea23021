import type { Generated } from 'kysely';

/** What a caller sent and got in one call. */
export interface PayloadsTable {
  /** Ours, unique: the log row names it. */
  call_id: string;
  user_id: number;
  /** Seconds. */
  created_at: number;
  /** Of `payload_keys`. */
  key_id: number;
  /** Compressed and sealed for this call and user. */
  sealed: string;
}

/** A key that payloads of one day are sealed with, sealed itself with the master key (ADR 87). */
export interface PayloadKeysTable {
  id: Generated<number>;
  key_cipher: string;
  created_at: number;
  /** 1: the master key was rotated since, so nothing more is sealed with it. */
  closed: Generated<number>;
}

/** What keys say of payloads. */
export interface PayloadColumns {
  /** 1: what the key's calls send and get is kept. */
  payload_log: Generated<number>;
}

export interface PayloadTables {
  payloads: PayloadsTable;
  payload_keys: PayloadKeysTable;
}
