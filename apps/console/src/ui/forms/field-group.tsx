import { Input } from '@mantine/core';
import type { ReactNode } from 'react';

export interface FieldGroupProps {
  label: string;
  description?: ReactNode;
  error?: ReactNode;
  children: ReactNode;
}

/** Several inputs under one label, looking like a single one. */
export function FieldGroup({ label, ...rest }: FieldGroupProps) {
  return (
    <Input.Wrapper
      component="fieldset"
      className="plain-fieldset"
      aria-label={label}
      label={label}
      labelElement="div"
      {...rest}
    />
  );
}
