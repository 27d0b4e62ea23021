import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { BenchError } from '../bench-error.ts';

const SIZE_MB = 48;
const BLOCK = Buffer.alloc(64 * 1024);

/** A separate file system that fills up quickly. */
export interface SmallDisk {
  readonly path: string;
  /** Fills it completely and keeps it full; returns how to free the space. */
  fill(): () => void;
  unmount(): void;
}

/** Mounts a small tmpfs; requires root. Throws BenchError if the system refuses. */
export function mountSmallDisk(path: string): SmallDisk {
  mkdirSync(path, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_MB}m`, 'tmpfs', path]);
  if (mounted.status !== 0) throw new BenchError('a small file system can be mounted by root only');
  const unmount = () => void spawnSync('umount', ['--lazy', path]);
  // Before the stage removes its folder, even if the run is interrupted.
  process.prependOnceListener('exit', unmount);
  return {
    path,
    fill() {
      const files: string[] = [];
      const timer = setInterval(() => fillUp(path, files), 50);
      fillUp(path, files);
      return () => {
        clearInterval(timer);
        for (const file of files) rmSync(file);
      };
    },
    unmount() {
      unmount();
      process.off('exit', unmount);
    },
  };
}

/** Space that becomes free, for instance by a checkpoint, is filled too. */
function fillUp(path: string, files: string[]): void {
  for (let size = BLOCK.length; size >= 1024;) {
    const file = join(path, `ballast-${files.length}`);
    try {
      writeFileSync(file, BLOCK.subarray(0, size));
      files.push(file);
    } catch {
      rmSync(file, { force: true });
      size /= 2;
    }
  }
}
