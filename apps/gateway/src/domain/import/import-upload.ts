import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '../../platform/app-error.ts';
import type { Config } from '../../platform/config.ts';

type UploadConfig = Pick<Config, 'DATA_DIR'>;

const UPLOAD_LIFETIME_MS = 24 * 3_600_000;
/** Disk space that is left to the gateway itself. */
const SPARE_BYTES = 1024 * 1024 * 1024;
const ENDING = '.upload';

const folderOf = ({ DATA_DIR }: UploadConfig) => join(DATA_DIR, 'imports');
const ID = /^[\da-f-]{36}$/;

/**
 * Stores a database file in this node's data folder. Keeps the previous upload (a log may be a file of its
 * own) and deletes all older ones: they contain plaintext secrets. Throws AppError storage_full if it would
 * leave too little space.
 */
export async function keepImportUpload(
  config: UploadConfig,
  content: Readable,
): Promise<{ id: string; bytes: number }> {
  const folder = folderOf(config);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const [, ...older] = await listByAge(folder);
  for (const path of older) await rm(path, { force: true });
  const { bavail, bsize } = await statfs(folder);
  const freeBytes = bavail * bsize - SPARE_BYTES;
  const id = randomUUID();
  const path = join(folder, id + ENDING);
  let bytes = 0;
  try {
    await pipeline(
      content,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          bytes += chunk.length;
          if (bytes > freeBytes) throw new AppError('storage_full');
          yield chunk;
        }
      },
      createWriteStream(path, { mode: 0o600 }),
    );
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return { id, bytes };
}

/** Returns the files of a folder, newest first. */
async function listByAge(folder: string): Promise<string[]> {
  const uploads = await Promise.all(
    (await readdir(folder)).map(async (name) => {
      const path = join(folder, name);
      return { path, at: (await stat(path).catch(() => undefined))?.mtimeMs ?? 0 };
    }),
  );
  return uploads.toSorted((left, right) => right.at - left.at).map(({ path }) => path);
}

/** Returns the path of an upload; undefined if this node has none with this id. */
export async function findImportUpload(
  config: UploadConfig,
  id: string,
): Promise<string | undefined> {
  const path = join(folderOf(config), id + ENDING);
  if (!ID.test(id)) return undefined;
  return (await stat(path).catch(() => undefined)) ? path : undefined;
}

/** Deletes uploads that are older than a day. */
export async function expireImportUploads(config: UploadConfig, nowMs: number): Promise<void> {
  const folder = folderOf(config);
  for (const name of await readdir(folder).catch(() => [])) {
    const file = await stat(join(folder, name)).catch(() => undefined);
    if (file && nowMs - file.mtimeMs > UPLOAD_LIFETIME_MS)
      await rm(join(folder, name), { force: true });
  }
}
