import type { Store } from './store.ts';

/** Pages that one step gives back: some milliseconds for which calls that end wait. */
const PAGES_A_STEP = 50;
/** So much of the file may be free before it is made smaller: new rows will want it. */
const FREE_SHARE = 0.1;
const FREE_PAGES = 256;

/**
 * SQLite only: gives the file's free pages back to the disk, in small steps, down to a tenth of it.
 * Answers false for a file that has such pages and can't: it was made without incremental vacuum, before
 * ADR 82 (`compactSqlite`).
 * @param rest waits between two steps
 */
export async function shrinkSqlite(
  { sqlite }: Pick<Store, 'sqlite'>,
  { rest, signal }: { rest: () => Promise<unknown>; signal: AbortSignal },
): Promise<boolean> {
  if (!sqlite) return true;
  const { journal } = sqlite;
  const read = (name: string) => Number(journal.pragma(name, { simple: true }));
  const mayShrink = () =>
    read('freelist_count') > Math.max(FREE_PAGES, FREE_SHARE * read('page_count'));
  if (read('auto_vacuum') !== INCREMENTAL) return !mayShrink();
  while (!signal.aborted && mayShrink()) {
    await new Promise<void>((done, fail) => {
      sqlite.whenWritable(() => {
        try {
          // `pragma()` would stop after the first page.
          journal.exec(`PRAGMA incremental_vacuum(${PAGES_A_STEP})`);
          done();
        } catch (error) {
          fail(error instanceof Error ? error : new Error(String(error)));
        }
      });
    });
    await rest();
  }
  return true;
}

const INCREMENTAL = 2;
