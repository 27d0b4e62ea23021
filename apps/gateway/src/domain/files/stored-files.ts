import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import {
  deleteFile,
  type FilePage,
  type FileRow,
  finishUpload,
  insertFileWithin,
  listOwnFiles,
} from '../../store/files-repository.ts';
import type { ApiKeyHolder } from '../accounts/api-key-directory.ts';
import type { RuntimeChannel } from '../channels/channel-catalog.ts';
import type { Domain } from '../domain.ts';
import { requestFileProvider } from './request-file-provider.ts';
import { newFileId } from './new-file-id.ts';

/** A file that a caller stores at a provider. */
export type StoredFile = FileRow;

const MEGABYTE = 1024 * 1024;
const DAY_SECONDS = 86_400;
/** An upload not finished within this time was interrupted together with its process. */
const UPLOAD_SECONDS = 3600;

/** Returns the maximum size of a file, in bytes. */
export function fileBytesMax({ options }: Pick<Domain, 'options'>): number {
  return options.number('FileMegabytesMax') * MEGABYTE;
}

/**
 * Records a file with its maximum size before its provider is contacted. Throws AppError relay_too_many_files
 * and relay_file_storage_full.
 */
export async function openUpload(
  { options, store, clock, fileTools }: Pick<Domain, 'options' | 'store' | 'clock' | 'fileTools'>,
  holder: Pick<ApiKeyHolder, 'userId' | 'apiKeyId'>,
  { channel, bytes }: { channel: RuntimeChannel; bytes: number },
): Promise<StoredFile> {
  const megabytes = options.number('FileMegabytesPerUserMax');
  const limits = { files: options.number('FilesPerUserMax'), bytes: megabytes * MEGABYTE };
  const now = nowSeconds(clock);
  const file = {
    file_id: newFileId(),
    user_id: holder.userId,
    token_id: holder.apiKeyId,
    channel_id: channel.id,
    channel_key: channel.keyFingerprint,
    purpose: '',
    filename: '',
    bytes,
    status: 'uploading' as const,
    created_at: now,
    expires_at: now + UPLOAD_SECONDS,
  };
  const row = await store.transaction((trx) => insertFileWithin(trx, file, limits));
  if (row === 'files') throw new AppError('relay_too_many_files', { limit: limits.files });
  if (row === 'bytes') throw new AppError('relay_file_storage_full', { limit: megabytes });
  fileTools.isInUse = true;
  return row;
}

/** Returns when a file created at a given time expires, in Unix seconds; null for never. */
export function expiryOf(
  { options }: Pick<Domain, 'options'>,
  createdAt: number,
  askedSeconds = Infinity,
): number | null {
  const days = options.number('FileExpiryDays');
  const seconds = Math.min(askedSeconds, days === 0 ? Infinity : days * DAY_SECONDS);
  return seconds === Infinity ? null : createdAt + seconds;
}

interface UploadedFile {
  upstreamId: string;
  filename: string;
  purpose: string;
  bytes: number;
  /** Seconds after which the caller wants the file deleted; undefined when not given. */
  expiresAfter: number | undefined;
}

/** Records that the provider has a file. Throws AppError relay_upstream_timeout if that took too long. */
export async function closeUpload(
  domain: Pick<Domain, 'options' | 'store' | 'fileTools'>,
  row: StoredFile,
  { upstreamId, expiresAfter, ...facts }: UploadedFile,
  channel: RuntimeChannel,
): Promise<StoredFile> {
  const expires_at = expiryOf(domain, row.created_at, expiresAfter);
  const done = { ...facts, upstream_id: upstreamId, expires_at };
  if (await finishUpload(domain.store.db, row.id, done))
    return { ...row, ...done, status: 'processed' };
  // Its row was deleted in the meantime, so nothing refers to the file any more.
  const end = `/files/${encodeURIComponent(upstreamId)}`;
  await requestFileProvider(domain.fileTools, { channel, end, method: 'DELETE' }).catch(
    () => undefined,
  );
  throw new AppError('relay_upstream_timeout', { model: '' });
}

/** Deletes the record of a file that no provider has. If that fails, the record expires by itself. */
export async function dropUpload(
  { store }: Pick<Domain, 'store'>,
  { id }: StoredFile,
): Promise<void> {
  await deleteFile(store.db, id).catch(() => undefined);
}

/** Returns a page of a user's files. */
export function listFiles(
  { store }: Pick<Domain, 'store'>,
  userId: number,
  page: FilePage,
): Promise<StoredFile[]> {
  return listOwnFiles(store.db, userId, page);
}
