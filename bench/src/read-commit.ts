import { spawnSync } from 'node:child_process';

/** Returns the measured commit, with `-dirty` if files differ from it. */
export function readCommit(): string {
  const { stdout, status } = spawnSync('git', ['describe', '--always', '--dirty'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : 'unknown';
}
