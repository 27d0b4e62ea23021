import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';

export interface FormFrameProps {
  submit: () => void;
  submitLabel: string;
  busy: boolean;
  leave: () => void;
  leaveLabel: string;
  children: ReactNode;
}

/** A form with its two buttons; Ctrl+Enter sends it from anywhere inside. */
export function FormFrame({
  submit,
  submitLabel,
  busy,
  leave,
  leaveLabel,
  children,
}: FormFrameProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
      noValidate
      onKeyDown={(event) => event.key === 'Enter' && (event.ctrlKey || event.metaKey) && submit()}
    >
      <Stack gap="md">
        {children}
        <Group justify="flex-end" className="form-bar">
          <Button variant="default" onClick={leave}>
            {leaveLabel}
          </Button>
          <Button type="submit" loading={busy}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
