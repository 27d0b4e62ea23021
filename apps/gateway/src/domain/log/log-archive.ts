import { createReadStream } from 'node:fs';
import { mkdir, open, readFile, rm, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { LogRow } from '../../store/log-store/log-store.ts';

const compress = promisify(gzip);

/**
 * Appends rows to `logs-<month>.ndjson.gz` in a folder, one JSON object per line, by the month (UTC) of their
 * creation. They are on disk when it resolves. After a crash rows may occur twice, recognizable by their ids.
 */
export async function archiveLogs(folder: string, rows: readonly LogRow[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const months = Map.groupBy(rows, ({ created_at: at }) =>
    new Date(at * 1000).toISOString().slice(0, 7),
  );
  for (const [month, ofMonth] of months)
    await append(folder, `logs-${month}.ndjson.gz`, [await pack(ofMonth)]);
}

/**
 * Does the same for all rows of one month (`2026-11`), which is first written to a separate file: an
 * interrupted run leaves the archive unchanged.
 */
export async function archiveMonth(
  folder: string,
  month: string,
  batches: AsyncIterable<readonly LogRow[]>,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const name = `logs-${month}.ndjson.gz`;
  const partPath = join(folder, `${name}.part`);
  await writeDurably(partPath, 'w', packAll(batches));
  await append(folder, name, createReadStream(partPath));
  await rm(partPath);
}

/**
 * Appends to a file of the archive. Nothing can be read behind a part of a gzip member, so what an interrupted
 * run (a crash, a full disk) had appended is cut off first: until all of it is on disk, a file beside the
 * archive tells its size before.
 */
async function append(
  folder: string,
  name: string,
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const path = join(folder, name);
  const sizePath = `${path}.size`;
  const sizeBefore = await readFile(sizePath, 'utf8').catch(unlessMissing(''));
  let size = (await stat(path).catch(unlessMissing(undefined)))?.size ?? 0;
  // Smaller, if somebody has moved the archive away since.
  if (sizeBefore !== '' && size > Number(sizeBefore)) {
    size = Number(sizeBefore);
    await truncate(path, size);
  }
  await writeDurably(sizePath, 'w', [Buffer.from(String(size))]);
  await syncFolder(folder);
  await writeDurably(path, 'a', content);
  await rm(sizePath);
  // Otherwise the file could be back after a power failure, when the rows are only in the archive.
  await syncFolder(folder);
}

/** Handles a failure to read a file: returns `value` if the file does not exist. */
function unlessMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code !== 'ENOENT') throw error;
    return value;
  };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function* packAll(batches: AsyncIterable<readonly LogRow[]>): AsyncGenerator<Uint8Array> {
  for await (const rows of batches) yield pack(rows);
}

/** Compresses rows. Concatenated gzip members are a valid gzip file. */
function pack(rows: readonly LogRow[]): Promise<Buffer> {
  return compress(rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

async function writeDurably(
  path: string,
  flag: 'a' | 'w',
  content: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): Promise<void> {
  const file = await open(path, flag, 0o600);
  try {
    for await (const chunk of content) await file.writeFile(chunk);
    await file.sync();
  } finally {
    await file.close();
  }
}
