import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL } = constants.priority;

/**
 * Lowers the priority of the calling thread below that of the one that serves calls. Only where threads have
 * their own priorities (Linux); does nothing elsewhere.
 */
export function lowerThreadPriority(): void {
  quietly(() =>
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), PRIORITY_BELOW_NORMAL),
  );
}

/**
 * Lowers the priority of V8's helper threads (compilation, garbage collection): on a single core they would
 * take turns of milliseconds with the serving thread, most of all in the first minute.
 */
export function lowerV8ThreadPriority(): void {
  quietly(() => {
    for (const thread of readdirSync('/proc/self/task'))
      if (readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').startsWith('V8Worker'))
        setPriority(Number(thread), PRIORITY_BELOW_NORMAL);
  });
}

function quietly(change: () => void): void {
  try {
    change();
  } catch {
    // Without it all threads have equal priority, which is slower but correct.
  }
}
