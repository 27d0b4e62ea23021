import { useCallback, useEffect, useState } from 'react';

/** Counts down from `seconds` to 0 after `start`. */
export function useCountdown(seconds: number): [left: number, start: () => void] {
  const [endsAt, setEndsAt] = useState(0);
  const [now, setNow] = useState(0);
  const left = Math.max(0, Math.ceil((endsAt - now) / 1000));
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  const start = useCallback(() => {
    const moment = Date.now();
    setNow(moment);
    setEndsAt(moment + seconds * 1000);
  }, [seconds]);
  return [left, start];
}
