import type { ImportFamily } from '@tollgate/contract';
import type { ImportSource } from '../../store/import-source/import-source.ts';

export type Family = ImportFamily;

/**
 * Returns which gateway made a database, by the newest features of its schema: a database that was migrated
 * from one to another keeps its old columns. Undefined if it is none of them.
 */
export function detectFamily({ columns }: Pick<ImportSource, 'columns'>): Family | undefined {
  const has = (table: string, column?: string) =>
    column === undefined ? columns.has(table) : (columns.get(table)?.has(column) ?? false);
  if (!has('users', 'quota') || !has('channels') || !has('tokens', 'key')) return undefined;
  const isHub =
    has('prices', 'channel_type') ||
    has('user_groups', 'symbol') ||
    has('webauthn_credentials') ||
    has('channels', 'plugin') ||
    has('tokens', 'backup_group');
  if (isHub) return 'one-hub';
  const isNew =
    has('tokens', 'model_limits_enabled') ||
    has('users', 'aff_quota') ||
    has('channels', 'auto_ban') ||
    has('channels', 'channel_info') ||
    has('top_ups') ||
    has('setups');
  return isNew ? 'new-api' : 'one-api';
}
