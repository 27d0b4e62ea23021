import type { Store } from './store.ts';

/** Pages released per step: takes milliseconds, for which ending calls wait. */
const PAGES_A_STEP = 50;
/** Share of the file that may be free before it is shrunk: new rows will need it. */
const FREE_SHARE = 0.1;
const FREE_PAGES = 256;

/**
 * SQLite only: returns the file's free pages to the disk, in small steps, down to a tenth of it. Returns
 * false for a file that has such pages but cannot release them, because it was created without incremental
 * vacuum, before ADR 82 (`compactSqlite`).
 * @param rest waits between two steps
 */
export async function shrinkSqlite(
  { sqlite }: Pick<Store, 'sqlite'>,
  { rest: pause, signal }: { rest: () => Promise<unknown>; signal: AbortSignal },
): Promise<boolean> {
  if (!sqlite) return true;
  const { journal } = sqlite;
  const read = (name: string) => Number(journal.pragma(name, { simple: true }));
  const canShrink = () =>
    read('freelist_count') > Math.max(FREE_PAGES, FREE_SHARE * read('page_count'));
  if (read('auto_vacuum') !== INCREMENTAL) return !canShrink();
  while (!signal.aborted && canShrink()) {
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
    await pause();
  }
  return true;
}

const INCREMENTAL = 2;
