import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { useStoredUser } from '../../session/session.ts';
import { useStatus } from '../../status.ts';
import { CONSOLE_PATH, pages } from '../index.ts';

/** Links to the console if signed in, else to registration if it is open, else to the login. */
export function EnterButton() {
  const { t } = useTranslation();
  const user = useStoredUser();
  const canRegister = useStatus().data?.register ?? false;
  const [to, text] = user
    ? ([CONSOLE_PATH, 'home.console'] as const)
    : canRegister
      ? ([pages.register.path, 'home.register'] as const)
      : ([pages.login.path, 'home.login'] as const);
  return (
    <Button component={Link} to={to} size="md" w={{ base: '100%', xs: 'auto' }}>
      {t(text)}
    </Button>
  );
}
