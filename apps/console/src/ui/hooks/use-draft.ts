import { useState } from 'react';

/**
 * Holds the draft of a value edited in place, until the value itself changes or belongs to another object
 * (`of`).
 */
export function useDraft<Value extends number | string = string>(
  value: Value,
  of?: number,
): [draft: Value, setDraft: (draft: Value) => void] {
  const [draft, setDraft] = useState(value);
  const [source, setSource] = useState({ value, of });
  if (source.value !== value || source.of !== of) {
    setSource({ value, of });
    setDraft(value);
  }
  return [draft, setDraft];
}
