import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { constants, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL } = constants.priority;

/**
 * Lets the calling thread yield to the one that serves calls. Only where threads have priorities of
 * their own (Linux); elsewhere nothing happens.
 */
export function lowerThreadPriority(): void {
  quietly(() =>
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), PRIORITY_BELOW_NORMAL),
  );
}

/**
 * Lets V8's helpers (compilation, collection of garbage) yield to the thread that serves calls: on
 * one core they would take turns with it, milliseconds each, most of all in the first minute.
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
    // Without it all threads are equal, which is slower and as right.
  }
}
