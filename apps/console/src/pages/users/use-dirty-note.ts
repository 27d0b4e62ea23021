import { useCallback, useRef } from 'react';

/** Whether a form further in holds something unsaved: it notes that, and whoever closes it asks. */
export function useDirtyNote() {
  const dirty = useRef(false);
  const noteDirty = useCallback((now: boolean) => {
    dirty.current = now;
  }, []);
  const isDirty = useCallback(() => dirty.current, []);
  return { isDirty, noteDirty };
}
