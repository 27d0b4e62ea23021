import type { Generated } from 'kysely';

/** A file that a caller keeps at the provider behind a channel. Times are seconds. */
export interface FilesTable {
  id: Generated<number>;
  /** Our id, the only one that callers know; unguessable. */
  file_id: string;
  /** The provider's id; '' while it is being uploaded. */
  upstream_id: Generated<string>;
  user_id: number;
  token_id: number;
  channel_id: number;
  /** Fingerprint of the channel's key that the provider knows the file by. */
  channel_key: string;
  purpose: string;
  filename: string;
  /** While it is being uploaded: the most that it can have. */
  bytes: number;
  status: 'uploading' | 'processed';
  created_at: number;
  /** When it is deleted; null for never. */
  expires_at: number | null;
}
