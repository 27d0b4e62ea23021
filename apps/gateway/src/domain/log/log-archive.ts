import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
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
    await writeDurably(join(folder, `logs-${month}.ndjson.gz`), 'a', [await pack(ofMonth)]);
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
  const target = join(folder, `logs-${month}.ndjson.gz`);
  const partPath = `${target}.part`;
  await writeDurably(partPath, 'w', packAll(batches));
  await writeDurably(target, 'a', createReadStream(partPath));
  await rm(partPath);
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
