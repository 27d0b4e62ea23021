import { spawnSync } from 'node:child_process';
import { expect } from 'vitest';

export const isInstalled = (program: string): boolean =>
  spawnSync(program, ['--version']).status === 0;

/** Runs a program that writes a dump to its standard output; returns the dump. */
export function runDump(program: string, args: readonly string[]): Buffer {
  const result = spawnSync(program, args, { maxBuffer: 1 << 28 });
  expect([result.status, String(result.stderr)]).toEqual([0, '']);
  return result.stdout;
}
