import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { consumeRow } from '../../../../test-support/money/accounts.ts';
import { LocalJournal } from './local-journal.ts';

const chargeOf = (requestId: string, price: number) => ({
  row: consumeRow({ requestId, userId: 1, apiKeyId: 1, price, at: 1_790_000_000 }),
  limited: false,
  logged: true,
});
const noteOf = (id: string, price: number) => ({
  id,
  record: chargeOf(id, price),
  isOpen: () => true,
});

/** Leaves a journal with two charges that were shipped and two streams that were noted. */
async function leaveJournal() {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'journal.db');
  const journal = new LocalJournal({ path, durability: 'normal' });
  await journal.append(chargeOf('first', 1));
  await journal.append(chargeOf('second', 2));
  journal.deleteUpTo(2);
  await journal.note([noteOf('a', 10), noteOf('b', 20)], []);
  return { path, journal };
}

function open(path: string): LocalJournal {
  const journal = new LocalJournal({ path, durability: 'normal' });
  onTestFinished(() => journal.close());
  return journal;
}

const read = (journal: LocalJournal) =>
  journal.oldest(10).map(({ sequence, record: { row } }) => [sequence, row.request_id, row.quota]);

test('two copies of a journal charge its noted streams under the same numbers, which are shipped once', async () => {
  const { path, journal } = await leaveJournal();
  await journal.close();
  const copyPath = `${path}.copy`;
  copyFileSync(path, copyPath);
  const [original, copy] = [open(path), open(copyPath)];
  for (const each of [original, copy]) expect(each.chargeNotedStreams(2)).toBe(2);
  expect(read(original)).toEqual([
    [3, 'a', 10],
    [4, 'b', 20],
  ]);
  expect(read(copy)).toEqual(read(original));
  expect(original.chargeNotedStreams(2)).toBe(0);
  expect(original.state().rows).toBe(2);
});

test('a journal older than what was shipped from it charges no stream: it may have been charged', async () => {
  const { path, journal } = await leaveJournal();
  await journal.close();
  const older = open(path);
  expect(older.notedStreams()).toBe(2);
  expect(older.chargeNotedStreams(3)).toBe(0);
  expect(older.notedStreams()).toBe(0);
  expect(read(older)).toEqual([]);
});

test('a noted stream that is charged or given up leaves no note', async () => {
  const { journal } = await leaveJournal();
  await journal.append({ ...chargeOf('a', 15), noteId: 'a' });
  await journal.note([], ['b']);
  expect(journal.notedStreams()).toBe(0);
  expect(read(journal)).toEqual([[3, 'a', 15]]);
  await journal.close();
});
