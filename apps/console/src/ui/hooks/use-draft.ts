import { useState } from 'react';

/** Draft of a value that is edited in place: what is typed, until the value itself changes. */
export function useDraft(value: string): [draft: string, setDraft: (draft: string) => void] {
  const [draft, setDraft] = useState(value);
  const [draftOf, setDraftOf] = useState(value);
  if (draftOf !== value) {
    setDraftOf(value);
    setDraft(value);
  }
  return [draft, setDraft];
}
