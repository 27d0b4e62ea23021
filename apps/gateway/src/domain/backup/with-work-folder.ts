import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { constants } from 'node:os';
import { join } from 'node:path';
import { lockFolder, tryLockFolder } from '../../platform/lock-folder.ts';

/** A folder younger than this may not be locked yet. */
const YOUNG_MS = 60_000;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Runs `use` in a new folder, which is removed at the end, even if the process is asked to stop. A killed
 * process leaves its folder with a copy of the database; the next run in the same parent removes it.
 */
export async function withWorkFolder<Result>(
  parent: string,
  prefix: string,
  use: (folder: string) => Promise<Result>,
): Promise<Result> {
  removeAbandoned(parent, prefix);
  const folder = mkdtempSync(join(parent, prefix));
  const unlock = lockFolder(folder);
  const remove = () => rmSync(folder, { recursive: true, force: true });
  const stop = (signal: NodeJS.Signals) => {
    remove();
    // oxlint-disable-next-line node/no-process-exit -- what a signal does to a process that does not listen
    process.exit(128 + constants.signals[signal]);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  try {
    return await use(folder);
  } finally {
    for (const signal of SIGNALS) process.off(signal, stop);
    unlock();
    remove();
  }
}

/** Removes the folders of processes that no longer exist. */
function removeAbandoned(parent: string, prefix: string): void {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(prefix))) {
    const folder = join(parent, name);
    const { mtimeMs } = statSync(folder, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
    if (Date.now() - mtimeMs < YOUNG_MS) continue;
    const unlock = tryLockFolder(folder);
    unlock?.();
    if (unlock) rmSync(folder, { recursive: true, force: true });
  }
}
