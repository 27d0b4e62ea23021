import { useRef } from 'react';

/** Returns a function that runs an action unless an earlier one still runs: a double click starts it once. */
export function useOneAtATime(): <Result>(
  act: () => Promise<Result>,
) => Promise<Result | undefined> {
  const isRunning = useRef(false);
  return async (act) => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    try {
      return await act();
    } finally {
      isRunning.current = false;
    }
  };
}
