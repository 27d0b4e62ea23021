import { type RefObject, useEffect, useRef } from 'react';

/**
 * For rows that come and go: answers what gives the focus to a row once it is drawn, a new one or
 * that in the place of a removed one. A row's first field has the attribute `data-row-start`.
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
