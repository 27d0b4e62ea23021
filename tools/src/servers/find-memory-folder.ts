import { statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** Several times the most that the tests write to it. */
const ROOM_BYTES = 4 * 1024 ** 3;
const MEMORY_FOLDER = '/dev/shm';

/**
 * Returns the folder for files kept in memory, or the temporary folder if the system has none, or too little
 * space.
 */
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
