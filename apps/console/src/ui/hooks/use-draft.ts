import { useState } from 'react';

/**
 * Draft of a value that is edited in place: what is typed, until the value itself changes, or the
 * value is of something else (`of`).
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
