import { useCallback, useRef } from 'react';

/** Lets a nested form record whether it has unsaved input, so that closing it can ask first. */
export function useDirtyFlag() {
  const dirty = useRef(false);
  const setDirty = useCallback((now: boolean) => {
    dirty.current = now;
  }, []);
  const isDirty = useCallback(() => dirty.current, []);
  return { isDirty, setDirty };
}
