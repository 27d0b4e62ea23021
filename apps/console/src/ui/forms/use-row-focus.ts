import { type RefObject, useEffect, useRef } from 'react';

/**
 * For lists with changing rows: returns a function that focuses a row after the next render, a new one or the
 * one that replaced a removed row. A row's first field has the attribute `data-row-start`.
 */
export function useRowFocus(frame: RefObject<HTMLElement | null>): (index: number) => void {
  const next = useRef<number | undefined>(undefined);
  useEffect(() => {
    if (next.current === undefined) return;
    const starts = frame.current?.querySelectorAll<HTMLElement>('[data-row-start]');
    const start = starts?.[Math.min(next.current, starts.length - 1)];
    (start ?? frame.current?.querySelector('button'))?.focus();
    next.current = undefined;
  });
  return (index) => {
    next.current = index;
  };
}
