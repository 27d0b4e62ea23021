import { type ReactNode, useEffect, useRef, useState } from 'react';

export interface FormProps {
  submit: () => void;
  /** It is being sent. */
  busy: boolean;
  children: ReactNode;
}

/**
 * A form that the console checks, not the browser; Ctrl+Enter submits it from any field. While it is being
 * sent, it is not sent again. After each attempt, its first field with an error is focused, whether the form has
 * found it or the server, which says so later.
 */
export function Form({ submit, busy, children }: FormProps) {
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    if (attempts > 0 && !busy)
      form.current?.querySelector<HTMLElement>('[aria-invalid=true]:not(:disabled)')?.focus();
  }, [attempts, busy]);
  const send = () => {
    if (busy) return;
    submit();
    setAttempts((count) => count + 1);
  };
  return (
    <form
      ref={form}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      noValidate
      onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && send()}
    >
      {children}
    </form>
  );
}
