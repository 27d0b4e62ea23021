import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    for (const notify of listeners) notify();
  }, 1000);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Returns the time in seconds; re-renders every second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, unixSeconds);
}

/** Returns the time in seconds. */
export const unixSeconds = () => Math.floor(Date.now() / 1000);
