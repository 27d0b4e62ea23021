/** How many events of the widget are told at once. */
export const EVENTS_AT_ONCE = 8;

export interface CardEvents {
  note: (name: string) => void;
  /** Tells what is left. */
  flush: () => void;
}

/** Collects what happens in the card widget and tells it in batches. */
export function collectCardEvents(tell: (names: readonly string[]) => void): CardEvents {
  let waiting: string[] = [];
  const flush = () => {
    if (waiting.length === 0) return;
    const names = waiting;
    waiting = [];
    tell(names);
  };
  return {
    flush,
    note: (name) => {
      waiting.push(name);
      if (waiting.length >= EVENTS_AT_ONCE) flush();
    },
  };
}
