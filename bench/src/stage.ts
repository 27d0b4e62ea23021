import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { moveToLoadCore } from './cores.ts';
import { ensurePrograms, type Program } from './programs.ts';
import { removeFolder } from './remove-folder.ts';

/** What every measurement needs. */
export interface Stage {
  /** Temporary folder, removed at the end. */
  directory: string;
  programs: Record<Program, string>;
  close(): void;
}

/**
 * Finds the programs, moves off the gateway's core, creates the folder. Throws BenchError if something is
 * missing.
 */
export function setStage(): Stage {
  const programs = ensurePrograms();
  moveToLoadCore(programs.taskset);
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-bench-'));
  const close = () => removeFolder(directory);
  process.once('exit', close);
  return { directory, programs, close };
}
