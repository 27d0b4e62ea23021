import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '../process/run-command.ts';
import { repositoryRoot } from '../repository.ts';
import type { Mutant } from './find-mutants.ts';

/** A fault that makes a test hang counts as detected too. */
const LIMIT_MS = 180_000;

/**
 * Applies a mutant to its file, runs tests until one fails, and restores the file. Returns true if a test
 * detected it. The file is changed in place, so child processes and threads run it too.
 */
export async function tryMutant(mutant: Mutant, tests: readonly string[]): Promise<boolean> {
  const file = join(repositoryRoot, mutant.path);
  const text = readFileSync(file, 'utf8');
  const restore = () => writeFileSync(file, text);
  process.once('exit', restore);
  try {
    writeFileSync(file, text.slice(0, mutant.start) + mutant.replacement + text.slice(mutant.end));
    return !(await doTestsPass(tests));
  } finally {
    restore();
    process.off('exit', restore);
  }
}

/** Runs test files on SQLite, in one process, until the first failure. */
export async function doTestsPass(tests: readonly string[], limitMs = LIMIT_MS): Promise<boolean> {
  const args = ['run', '--bail=1', '--maxWorkers=1', '--reporter=dot', ...tests];
  const { code } = await runCommand('vitest', args, {
    env: { TEST_DATABASE_URL: '', TEST_REDIS_URL: '', TEST_MYSQL_URL: '', TEST_CLICKHOUSE_URL: '' },
    output: 'capture',
    limitMs,
  });
  return code === 0;
}
