import { existsSync, rmSync } from 'node:fs';

const ATTEMPTS = 40;
const PAUSE_MS = 25;

/** Removes a folder, retrying while a killed program is still releasing its files. */
export function removeFolder(path: string): void {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    tryToRemove(path);
    if (!existsSync(path)) return;
    // Blocking, as this runs at exit.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, PAUSE_MS);
  }
}

/** Throws, or skips files silently, if files are created or removed meanwhile. */
function tryToRemove(path: string): void {
  try {
    rmSync(path, { recursive: true, force: true });
  } catch {
    // The caller checks and retries.
  }
}
