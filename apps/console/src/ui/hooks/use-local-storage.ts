import { useCallback, useState } from 'react';
import { keepItem } from '../../keep-item.ts';

/** Holds a setting in this browser's local storage. Invalid data counts as none; full storage keeps nothing. */
export function useLocalStorage<Value>(
  name: string,
  initial: Value,
): [Value, (value: Value) => void] {
  const [value, setValue] = useState<Value>(() => {
    try {
      const text = localStorage.getItem(name);
      return text === null ? initial : (JSON.parse(text) as Value);
    } catch {
      return initial;
    }
  });
  const store = useCallback(
    (next: Value) => {
      keepItem(name, JSON.stringify(next));
      setValue(next);
    },
    [name],
  );
  return [value, store];
}
