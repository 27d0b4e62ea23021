import { Button, Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from '../../texts.tsx';
import { useFocusFirstError } from './use-focus-first-error.ts';

export interface FormFrameProps {
  submit: () => void;
  submitLabel: string;
  busy: boolean;
  leave: () => void;
  /** “Cancel” by default. */
  leaveLabel?: string | undefined;
  children: ReactNode;
}

/**
 * A form with its two buttons; Ctrl+Enter submits it from any field. What can't be sent, or is refused, has
 * its first field with an error focused.
 */
export function FormFrame({
  submit,
  submitLabel,
  busy,
  leave,
  leaveLabel,
  children,
}: FormFrameProps) {
  const { t } = useTranslation();
  const { form, submitted } = useFocusFirstError(busy);
  const send = () => {
    submit();
    submitted();
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
