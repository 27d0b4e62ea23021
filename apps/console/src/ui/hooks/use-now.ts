import { useSyncExternalStore } from 'react';
import { unixSeconds } from '../../server-clock.ts';

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

/** Returns the gateway's time in seconds; re-renders every second. */
export function useNow(): number {
  return useSyncExternalStore(subscribe, unixSeconds);
}

/** Returns the first second of the present month in the browser's time zone; re-renders when a new one begins. */
export function useMonthStart(): number {
  return useSyncExternalStore(subscribe, monthStart);
}

function monthStart(): number {
  const now = new Date(unixSeconds() * 1000);
  return new Date(now.getFullYear(), now.getMonth(), 1).getTime() / 1000;
}
