import { useCallback, useRef } from 'react';

/** Whether a form further in holds something unsaved: it notes that, and whoever closes it asks. */
export function useDirtyFlag() {
  const dirty = useRef(false);
  const setDirty = useCallback((now: boolean) => {
    dirty.current = now;
  }, []);
  const isDirty = useCallback(() => dirty.current, []);
  return { isDirty, setDirty };
}
