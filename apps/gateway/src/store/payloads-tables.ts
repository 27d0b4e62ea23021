import type { Generated } from 'kysely';

/** The request and response of one call. */
export interface PayloadsTable {
  /** Our unique id, which the log row refers to. */
  call_id: string;
  user_id: number;
  /** Seconds. */
  created_at: number;
  /** References `payload_keys`. */
  key_id: number;
  /** Compressed and sealed for this call and user. */
  sealed: string;
}

/** A key that seals the payloads of one day and is itself sealed with the master key (ADR 87). */
export interface PayloadKeysTable {
  id: Generated<number>;
  key_cipher: string;
  created_at: number;
  /** 1: the master key has been rotated since, so nothing more is sealed with it. */
  closed: Generated<number>;
}

/** Columns of API keys about payloads. */
export interface PayloadColumns {
  /** 1: requests and responses of the key's calls are logged. */
  payload_log: Generated<number>;
}

export interface PayloadTables {
  payloads: PayloadsTable;
  payload_keys: PayloadKeysTable;
}
