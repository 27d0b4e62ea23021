import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { archiveLogs, archiveMonth } from './log-archive.ts';

type Rows = Parameters<typeof archiveLogs>[1];

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tollgate-archive-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const rowsOf = (...ids: number[]) =>
  ids.map((id) => ({ id, created_at: 1_790_000_000 })) as unknown as Rows;

function readIds(): number[] {
  const text = gunzipSync(readFileSync(join(folder, 'logs-2026-09.ndjson.gz'))).toString();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: number }).id);
}

async function* once(rows: Rows): AsyncGenerator<Rows> {
  yield rows;
}

/** Appends rows that do not compress in a process whose files must not exceed 4 kB: it ends in the middle. */
function appendUntilTheDiskIsFull(): void {
  const source = `
    import { randomBytes } from 'node:crypto';
    import { archiveLogs } from ${JSON.stringify(new URL('log-archive.ts', import.meta.url).href)};
    const content = randomBytes(50_000).toString('base64');
    await archiveLogs(${JSON.stringify(folder)}, [{ id: 9, created_at: 1_790_000_000, content }]);
  `;
  const { status } = spawnSync(
    'sh',
    ['-c', 'ulimit -f 8; exec "$0" --input-type=module -e "$1"', process.execPath, source],
    { encoding: 'utf8' },
  );
  expect(status).not.toBe(0);
}

test.each([
  ['rows', (rows: Rows) => archiveLogs(folder, rows)],
  ['a month', (rows: Rows) => archiveMonth(folder, '2026-09', once(rows))],
] as const)(
  'an interrupted append does not make %s unreadable that are archived after it',
  async (_what, archive) => {
    await archiveLogs(folder, rowsOf(1));
    appendUntilTheDiskIsFull();
    expect(readIds).toThrow();
    await archive(rowsOf(2, 3));
    expect(readIds()).toEqual([1, 2, 3]);
    expect(readdirSync(folder)).toEqual(['logs-2026-09.ndjson.gz']);
  },
);

test('an archive that was moved away after an interrupted append starts anew', async () => {
  await archiveLogs(folder, rowsOf(1));
  appendUntilTheDiskIsFull();
  rmSync(join(folder, 'logs-2026-09.ndjson.gz'));
  await archiveLogs(folder, rowsOf(2));
  expect(readIds()).toEqual([2]);
});
