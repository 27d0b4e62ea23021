import { useEffect } from 'react';

/** Errors that the page shows where their data belongs, and how often. */
const shown = new Map<Error, number>();
const listeners = new Set<() => void>();

function count(error: Error, change: 1 | -1): void {
  shown.set(error, (shown.get(error) ?? 0) + change);
  if (shown.get(error) === 0) shown.delete(error);
  for (const listener of listeners) listener();
}

/** Declares that a component shows this error, so that the frame need not. */
export function useShownError(error: Error | null): void {
  useEffect(() => {
    if (!error) return undefined;
    count(error, 1);
    return () => count(error, -1);
  }, [error]);
}

export const isErrorShown = (error: Error): boolean => shown.has(error);

export function watchShownErrors(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
