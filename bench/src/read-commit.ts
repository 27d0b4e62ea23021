import { spawnSync } from 'node:child_process';

/** The commit that is measured, with `-dirty` where files differ from it. */
export function readCommit(): string {
  const { stdout, status } = spawnSync('git', ['describe', '--always', '--dirty'], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  });
  return status === 0 ? stdout.trim() : 'unknown';
}
