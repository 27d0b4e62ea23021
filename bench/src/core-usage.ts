import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/**
 * CPU seconds that programs (all of them, and other machines on the same hardware) have taken of
 * one core so far; NaN where the system doesn't report it.
 */
export function readCoreSeconds(core: number): number {
  try {
    return parseCoreSeconds(readFileSync('/proc/stat', 'utf8'), core);
  } catch {
    return Number.NaN;
  }
}

/** The same from the text of the kernel's statistics: user, nice, system and stolen time. */
export function parseCoreSeconds(statistics: string, core: number): number {
  const line = new RegExp(`^cpu${core} (.+)$`, 'm').exec(statistics)?.[1];
  if (line === undefined) return Number.NaN;
  const [user = 0, nice = 0, system = 0, , , , , steal = 0] = line.trim().split(/ +/).map(Number);
  return (user + nice + system + steal) / TICKS_PER_SECOND;
}
