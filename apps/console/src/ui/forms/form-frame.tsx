import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../texts.tsx';

export interface FormFrameProps {
  submit: () => void;
  submitLabel: string;
  busy: boolean;
  leave: () => void;
  /** “Cancel” by default. */
  leaveLabel?: string | undefined;
  children: ReactNode;
}

/** A form with its two buttons; Ctrl+Enter submits it from any field. */
export function FormFrame({
  submit,
  submitLabel,
  busy,
  leave,
  leaveLabel,
  children,
}: FormFrameProps) {
  const { t } = useTranslation();
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
            {leaveLabel ?? t('ui.cancel')}
          </Button>
          <Button type="submit" loading={busy}>
            {submitLabel}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
