import { useEffect, useState } from 'react';

/**
 * Returns the refetch interval in milliseconds; false if polling is off or would disturb: the tab is hidden,
 * or text is being selected.
 */
export function usePollInterval(seconds: number): number | false {
  const disturbs = useIsPollingPaused(seconds > 0);
  return seconds === 0 || disturbs ? false : seconds * 1000;
}

/** Whether new rows would disturb now: the tab is hidden, or text is being selected. */
export function useIsPollingPaused(watch: boolean): boolean {
  const [disturbs, setDisturbs] = useState(false);
  useEffect(() => {
    if (!watch) return undefined;
    const look = () =>
      setDisturbs(document.hidden || document.getSelection()?.isCollapsed === false);
    look();
    document.addEventListener('visibilitychange', look);
    document.addEventListener('selectionchange', look);
    return () => {
      document.removeEventListener('visibilitychange', look);
      document.removeEventListener('selectionchange', look);
    };
  }, [watch]);
  return watch && disturbs;
}
