import { useLayoutEffect, useRef, useState } from 'react';

type Functions = Record<string, (...given: never[]) => unknown>;

/**
 * Returns functions with a stable identity that call those of the latest render, so that their recipients
 * (thousands of cells) need not re-render. Must not be called during rendering.
 */
export function useStableCallbacks<Given extends Functions>(functions: Given): Given {
  const latest = useRef<Functions>(functions);
  useLayoutEffect(() => {
    latest.current = functions;
  });
  const [stable] = useState(
    () =>
      Object.fromEntries(
        Object.keys(functions).map((name) => [
          name,
          (...args: never[]) => latest.current[name]?.(...args),
        ]),
      ) as Given,
  );
  return stable;
}
