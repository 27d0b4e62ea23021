import { Avatar, UnstyledButton, type UnstyledButtonProps, VisuallyHidden } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from '../texts.tsx';
import type { StoredUser } from '../session/session.ts';

export type UserButtonProps = { user: StoredUser } & UnstyledButtonProps &
  Omit<ComponentPropsWithRef<'button'>, keyof UnstyledButtonProps>;

/** The user as initials; opens the menu. */
export function UserButton({ user, ...rest }: UserButtonProps) {
  const { t } = useTranslation();
  return (
    <UnstyledButton style={{ borderRadius: 999 }} {...rest}>
      <Avatar
        size={28}
        radius="xl"
        color="gate"
        variant="light"
        name={user.display_name || user.username}
      />
      <VisuallyHidden>{t('shell.user')}</VisuallyHidden>
    </UnstyledButton>
  );
}
