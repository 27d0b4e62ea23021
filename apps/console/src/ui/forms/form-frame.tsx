import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../texts.tsx';
import { Form } from './form.tsx';

export interface FormFrameProps {
  submit: () => void;
  submitLabel: string;
  busy: boolean;
  leave: () => void;
  /** “Cancel” by default. */
  leaveLabel?: string | undefined;
  children: ReactNode;
}

/** A form with its two buttons. */
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
    <Form submit={submit} busy={busy}>
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
    </Form>
  );
}
