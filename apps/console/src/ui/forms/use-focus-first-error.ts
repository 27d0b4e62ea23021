import { type RefObject, useEffect, useRef, useState } from 'react';

/**
 * For a form that is `busy` while it is sent: after each `submitted`, focuses the first field with an error,
 * whether the form has found it or the server, which says so later.
 */
export function useFocusFirstError(busy: boolean): {
  form: RefObject<HTMLFormElement | null>;
  submitted: () => void;
} {
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0 && !busy)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]:not(:disabled)')?.focus();
  }, [attempts, busy]);
  return { form, submitted: () => setAttempts((count) => count + 1) };
}
