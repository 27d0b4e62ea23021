import { statSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Splits test files into parts that take about as long as each other. Vitest would deal them by a hash of
 * their paths: one part then took a quarter more CPU than another, and ran on alone.
 */
export class SizeSequencer extends BaseSequencer {
  override async shard(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { shard } = this.ctx.config;
    if (!shard) return files;
    const sized = files.map((file) => ({
      file,
      path: file.moduleId,
      size: statSync(file.moduleId).size,
    }));
    return (dealBySize(sized, shard.count)[shard.index - 1] ?? []).map(({ file }) => file);
  }
}

/** Deals files from the largest to the smallest, to and fro: the first part in one round is the last in the next. */
export function dealBySize<File extends { path: string; size: number }>(
  files: readonly File[],
  count: number,
): File[][] {
  const parts: File[][] = Array.from({ length: count }, () => []);
  const sorted = files.toSorted((a, b) => b.size - a.size || (a.path < b.path ? -1 : 1));
  for (const [index, file] of sorted.entries()) {
    const place = index % count;
    const isWayBack = Math.floor(index / count) % 2 === 1;
    parts[isWayBack ? count - 1 - place : place]?.push(file);
  }
  return parts;
}
