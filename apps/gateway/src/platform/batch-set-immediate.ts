let waiting: (() => void)[] = [];

/**
 * Runs callbacks at the end of the current event-loop turn, in order, so that socket writes go out together.
 * Written one by one, each would wake the peer process again if it is on the same machine. Under light load a
 * turn lasts a few microseconds.
 */
export function batchSetImmediate(run: () => void): void {
  if (waiting.push(run) === 1) setImmediate(runAll);
}

function runAll(): void {
  const runs = waiting;
  waiting = [];
  for (const run of runs) run();
}
