/** How many events of the widget are reported at once. */
export const EVENTS_AT_ONCE = 8;

export interface CardEvents {
  note: (name: string) => void;
  /** Reports the remaining events. */
  flush: () => void;
}

/** Collects events of the card widget and reports them in batches. */
export function collectCardEvents(report: (names: readonly string[]) => void): CardEvents {
  let waiting: string[] = [];
  const flush = () => {
    if (waiting.length === 0) return;
    const names = waiting;
    waiting = [];
    report(names);
  };
  return {
    flush,
    note: (name) => {
      waiting.push(name);
      if (waiting.length >= EVENTS_AT_ONCE) flush();
    },
  };
}
