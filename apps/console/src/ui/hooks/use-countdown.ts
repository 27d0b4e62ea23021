import { useCallback, useEffect, useState } from 'react';

/** Counts down to 0 from the seconds given to `start`. */
export function useCountdown(): [left: number, start: (seconds: number) => void] {
  const [endsAt, setEndsAt] = useState(0);
  const [now, setNow] = useState(0);
  const left = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  const start = useCallback((seconds: number) => {
    const moment = Date.now();
    setNow(moment);
    setEndsAt(moment + seconds * 1000);
  }, []);
  return [left, start];
}
