import type { ChildProcess } from 'node:child_process';

const groups = new Map<ChildProcess, number>();
let watching = false;

/**
 * Kills a detached child and everything it started when this process ends, however it ends. Returns a
 * function that stops tracking the child; given a signal, it first sends it to the whole group.
 */
export function killAtExit(child: ChildProcess): (signal?: NodeJS.Signals) => void {
  watch();
  if (child.pid !== undefined) groups.set(child, child.pid);
  return (signal) => {
    const group = groups.get(child);
    if (group !== undefined && signal) killGroup(group, signal);
    groups.delete(child);
  };
}

/** Sends a signal to a process group; ignores a group that has ended. */
export function killGroup(group: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-group, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Makes Ctrl-C and SIGTERM end this process through its exit handlers. */
export function exitOnSignals(): void {
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.once(signal, () => process.exit(code));
  }
}

function watch(): void {
  if (watching) return;
  watching = true;
  process.once('exit', () => {
    for (const group of groups.values()) killGroup(group, 'SIGKILL');
  });
}
