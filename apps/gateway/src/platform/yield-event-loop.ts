const waiting: (() => void)[] = [];

/**
 * Resolves in an event-loop turn that no other long work gets. Work done in slices, one per turn, leaves
 * everybody else served in between, however many do long work at once. First come, first served.
 */
export function yieldEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(takeTurn);
  });
}

function takeTurn(): void {
  const next = waiting.shift();
  if (waiting.length > 0) setImmediate(takeTurn);
  next?.();
}
