import { readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/**
 * Returns the CPU seconds used so far on one core by all programs, and by other virtual machines on the same
 * hardware; NaN if the system does not report it.
 */
export function readCoreSeconds(core: number): number {
  try {
    return parseCoreSeconds(readFileSync('/proc/stat', 'utf8'), core);
  } catch {
    return Number.NaN;
  }
}

/** Parses the same from the kernel's statistics: user, nice, system and steal time. */
export function parseCoreSeconds(statistics: string, core: number): number {
  const line = new RegExp(`^cpu${core} (.+)$`, 'm').exec(statistics)?.[1];
  if (line === undefined) return Number.NaN;
  const [user = 0, nice = 0, system = 0, , , , , steal = 0] = line.trim().split(/ +/).map(Number);
  return (user + nice + system + steal) / TICKS_PER_SECOND;
}
