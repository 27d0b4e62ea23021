import { UnstyledButton, type UnstyledButtonProps, VisuallyHidden } from '@mantine/core';
import type { ComponentPropsWithRef } from 'react';
import { useTranslation } from '../texts.tsx';
import type { StoredUser } from '../session/session.ts';

export type UserButtonProps = { user: StoredUser } & UnstyledButtonProps &
  Omit<ComponentPropsWithRef<'button'>, keyof UnstyledButtonProps>;

/** The user as initials; opens the menu. */
export function UserButton({ user, className, ...rest }: UserButtonProps) {
  const { t } = useTranslation();
  return (
    <UnstyledButton
      className={`touch-target ${className ?? ''}`}
      style={{ borderRadius: 999 }}
      {...rest}
    >
      <span className="initials" aria-hidden>
        {initialsOf(user.display_name || user.username)}
      </span>
      <VisuallyHidden>{t('shell.user')}</VisuallyHidden>
    </UnstyledButton>
  );
}

/** Returns the first letters of the first two words; of a single word, its first two letters. */
function initialsOf(name: string): string {
  const [first = '', second] = name
    .trim()
    .split(/\s+/)
    .map((word) => [...word]);
  return (second ? [first[0], second[0]] : [...first].slice(0, 2)).join('').toUpperCase();
}
