import { mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { LogRow } from '../../store/logs-repository.ts';

const compress = promisify(gzip);

/**
 * Appends rows to `logs-<month>.ndjson.gz` in a folder, one JSON object a line, by the month (UTC) in
 * which they were written. They are on the disk when it resolves. After a crash rows may stand twice: their
 * ids tell.
 */
export async function archiveLogs(folder: string, rows: readonly LogRow[]): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const months = Map.groupBy(rows, ({ created_at: at }) =>
    new Date(at * 1000).toISOString().slice(0, 7),
  );
  for (const [month, ofMonth] of months) {
    const text = ofMonth.map((row) => `${JSON.stringify(row)}\n`).join('');
    const file = await open(join(folder, `logs-${month}.ndjson.gz`), 'a', 0o600);
    try {
      // Members of a gzip file one after the other are one gzip file.
      await file.appendFile(await compress(text));
      await file.sync();
    } finally {
      await file.close();
    }
  }
}
