import { useEffect, useRef } from 'react';
import { readStoredUser } from './session.ts';

const inputs = new Set<() => boolean>();

/** Whether a form of this tab has input that is not saved yet. */
export const hasUnsavedInput = (): boolean => [...inputs].some((isUnsaved) => isUnsaved());

/**
 * Declares input of the user who is signed in. Returns whether it is unsaved: never once they are signed out,
 * so that nothing keeps it on screen for the next user.
 */
export function useUnsavedInput(isDirty: () => boolean): () => boolean {
  const owner = useRef(readStoredUser()?.id);
  const isUnsaved = () => readStoredUser()?.id === owner.current && isDirty();
  useEffect(() => {
    inputs.add(isUnsaved);
    return () => void inputs.delete(isUnsaved);
  });
  return isUnsaved;
}
