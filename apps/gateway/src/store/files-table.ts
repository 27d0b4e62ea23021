import type { Generated } from 'kysely';

/** A file that a caller stores at the provider of a channel. Times are in seconds. */
export interface FilesTable {
  id: Generated<number>;
  /** Our id, the only one that callers see; unguessable. */
  file_id: string;
  /** The provider's id; '' while it is being uploaded. */
  upstream_id: Generated<string>;
  user_id: number;
  token_id: number;
  channel_id: number;
  /** Fingerprint of the channel key under which the provider has the file. */
  channel_key: string;
  purpose: string;
  filename: string;
  /** While it is being uploaded: the maximum size. */
  bytes: number;
  status: 'uploading' | 'processed';
  created_at: number;
  /** When it expires; null for never. */
  expires_at: number | null;
}
