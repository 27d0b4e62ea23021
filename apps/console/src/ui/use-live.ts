import { useEffect, useState } from 'react';

/**
 * How often to read again, in milliseconds; false while it would disturb: nothing was asked for,
 * the tab is hidden, or a text is being selected.
 */
export function useLive(seconds: number): number | false {
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (seconds === 0) return undefined;
    const look = () => setPaused(document.hidden || document.getSelection()?.isCollapsed === false);
    look();
    document.addEventListener('visibilitychange', look);
    document.addEventListener('selectionchange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      document.removeEventListener('selectionchange', look);
    };
  }, [seconds]);
  return seconds === 0 || paused ? false : seconds * 1000;
}
