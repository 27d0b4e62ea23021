import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** What the tests put into it at most, several times over. */
const ROOM_BYTES = 4 * 1024 ** 3;
const MEMORY_FOLDER = '/dev/shm';

/** The folder for files that lie in memory; where the system has none, or little room, that for temporary ones. */
export function findMemoryFolder(
  freeBytes = freeBytesOf,
  availableMemory = process.availableMemory(),
): string {
  const hasRoom = freeBytes(MEMORY_FOLDER) >= ROOM_BYTES && availableMemory >= 2 * ROOM_BYTES;
  return hasRoom ? MEMORY_FOLDER : tmpdir();
}

function freeBytesOf(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return 0;
  }
}
