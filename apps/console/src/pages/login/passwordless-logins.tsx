import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import './passwordless-logins.css';
import {
  LoginProviderButtons,
  useLoginProviders,
} from '../../ui/login-providers/login-provider-buttons.tsx';

/** Ways to log in without a password, separated from the form below; nothing if there are none. */
export function PasswordlessLogins({ first, or }: { first?: ReactNode; or: string }) {
  const providers = useLoginProviders();
  if (!first && providers.length === 0) return null;
  return (
    <Stack gap="sm" mb="md">
      {first}
      <LoginProviderButtons />
      <div className="ways-in-or">{or}</div>
    </Stack>
  );
}
