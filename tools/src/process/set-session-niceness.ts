import { writeFileSync } from 'node:fs';

/**
 * Sets the nice value of a process's whole session, where Linux groups processes by session to share the CPU
 * (`man 7 sched`, "The autogroup feature"). Without that feature, or permission for a negative value, nothing
 * changes. `pid` is undefined if the process could not start.
 */
export function setSessionNiceness(pid: number | undefined, niceness: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(niceness));
  } catch {
    // Without it, everything works, only slower.
  }
}
