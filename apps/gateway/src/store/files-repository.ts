import { type Insertable, type Selectable, sql } from 'kysely';
import type { FilesTable } from './files-table.ts';
import type { StoreTransaction } from './open-store.ts';
import type { Db } from './schema.ts';

export type FileRow = Selectable<FilesTable>;
export type NewFile = Omit<Insertable<FilesTable>, 'id'>;

export interface StorageLimits {
  files: number;
  bytes: number;
}

/**
 * Stores a file that is about to be uploaded if the owner's limits allow one more of its size; otherwise
 * returns the exceeded limit. Serialized per owner.
 */
export async function insertFileWithin(
  trx: StoreTransaction,
  file: NewFile,
  limits: StorageLimits,
): Promise<FileRow | 'files' | 'bytes'> {
  // A no-op update that locks the row for this transaction, as SQLite has no FOR UPDATE.
  await trx
    .updateTable('users')
    .set({ id: sql`id` })
    .where('id', '=', file.user_id)
    .execute();
  const stored = await readStorage(trx, file.user_id);
  if (stored.files >= limits.files) return 'files';
  if (stored.bytes + file.bytes > limits.bytes) return 'bytes';
  return insertFile(trx, file);
}

export function insertFile(db: Db, file: NewFile): Promise<FileRow> {
  return db.insertInto('files').values(file).returningAll().executeTakeFirstOrThrow();
}

/** Sums a user's stored files, running uploads included. */
async function readStorage(db: Db, userId: number): Promise<StorageLimits> {
  const row = await db
    .selectFrom('files')
    .select([
      sql<number | string>`count(*)`.as('files'),
      sql<number | string>`coalesce(sum(bytes), 0)`.as('bytes'),
    ])
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { files: Number(row.files), bytes: Number(row.bytes) };
}

/** Records that the provider has the file; returns false if its row is gone. */
export async function finishUpload(
  db: Db,
  id: number,
  done: Pick<FileRow, 'upstream_id' | 'bytes' | 'filename' | 'purpose' | 'expires_at'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('files')
    .set({ ...done, status: 'processed' })
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Finds an owner's file that the provider has. */
export function findOwnFile(db: Db, userId: number, fileId: string): Promise<FileRow | undefined> {
  return db
    .selectFrom('files')
    .selectAll()
    .where('file_id', '=', fileId)
    .where('user_id', '=', userId)
    .where('status', '=', 'processed')
    .executeTakeFirst();
}

/** Finds those of the named files that a user owns and the provider has. */
export async function findOwnFiles(
  db: Db,
  userId: number,
  fileIds: readonly string[],
): Promise<FileRow[]> {
  if (fileIds.length === 0) return [];
  return db
    .selectFrom('files')
    .selectAll()
    .where('file_id', 'in', fileIds)
    .where('user_id', '=', userId)
    .where('status', '=', 'processed')
    .execute();
}

/** Finds those of the named files that a provider has, whoever owns them. */
export async function findFiles(db: Db, fileIds: readonly string[]): Promise<FileRow[]> {
  if (fileIds.length === 0) return [];
  return db
    .selectFrom('files')
    .selectAll()
    .where('file_id', 'in', fileIds)
    .where('status', '=', 'processed')
    .execute();
}

/** Returns whose files a provider has under its own ids. */
export async function findUpstreamOwners(
  db: Db,
  upstreamIds: readonly string[],
): Promise<Pick<FileRow, 'upstream_id' | 'user_id'>[]> {
  if (upstreamIds.length === 0) return [];
  return db
    .selectFrom('files')
    .select(['upstream_id', 'user_id'])
    .where('upstream_id', 'in', upstreamIds)
    .execute();
}

export interface FilePage {
  /** Id of the last row of the previous page; undefined for the first page. */
  after: number | undefined;
  limit: number;
  order: 'asc' | 'desc';
  /** '' matches any. */
  purpose: string;
}

/** Lists files of one owner, by creation time. */
export function listOwnFiles(
  db: Db,
  userId: number,
  { after, limit, order, purpose }: FilePage,
): Promise<FileRow[]> {
  let query = db
    .selectFrom('files')
    .selectAll()
    .where('user_id', '=', userId)
    .where('status', '=', 'processed');
  if (purpose !== '') query = query.where('purpose', '=', purpose);
  if (after !== undefined) query = query.where('id', order === 'asc' ? '>' : '<', after);
  return query.orderBy('id', order).limit(limit).execute();
}

export async function deleteFile(db: Db, id: number): Promise<void> {
  await db.deleteFrom('files').where('id', '=', id).execute();
}

/** Lists expired files and those of deleted users, oldest first. */
export function listExpiredFiles(db: Db, now: number, limit: number): Promise<FileRow[]> {
  return db
    .selectFrom('files')
    .selectAll('files')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
}

/** Marks the files of deleted users as expired. */
export async function expireFilesOfDeleted(db: Db, now: number): Promise<void> {
  await db
    .updateTable('files')
    .set({ expires_at: now })
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', now)]))
    .where('user_id', 'in', (query) =>
      query.selectFrom('users').select('users.id').where('deleted_at', 'is not', null),
    )
    .execute();
}

/** Postpones the next attempt to delete an expired file. */
export async function postponeExpiry(db: Db, id: number, at: number): Promise<void> {
  await db.updateTable('files').set({ expires_at: at }).where('id', '=', id).execute();
}

export async function hasAnyFile(db: Db): Promise<boolean> {
  return (await db.selectFrom('files').select('id').limit(1).executeTakeFirst()) !== undefined;
}
