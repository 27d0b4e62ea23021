const waiting: (() => void)[] = [];

/**
 * Resolves in a turn of the event loop that no other long work gets: whoever has much to do does it
 * in slices, one a turn, so that between any two of them everybody else is served, however many do
 * long work at once. First come, first served.
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
