import { useLayoutEffect, useRef, useState } from 'react';

type Functions = Record<string, (...given: never[]) => unknown>;

/**
 * Functions that stay the same and do what those of the latest render do, so that what they are
 * given to (thousands of cells) need not be drawn anew. Not to be called while drawing.
 */
export function useStableCallbacks<Given extends Functions>(functions: Given): Given {
  const latest = useRef<Functions>(functions);
  useLayoutEffect(() => {
    latest.current = functions;
  });
  const [steady] = useState(
    () =>
      Object.fromEntries(
        Object.keys(functions).map((name) => [
          name,
          (...given: never[]) => latest.current[name]?.(...given),
        ]),
      ) as Given,
  );
  return steady;
}
