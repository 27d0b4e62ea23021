import { Alert, Paper, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { LogoMark } from '../../ui/display/logo-mark.tsx';

/** The card that visitors log in, register and reset their password in. */
export function SignInFrame({
  title,
  problem,
  submit,
  after,
  children,
}: {
  title: string;
  /** What is in the way; read out at once. */
  problem?: string | undefined;
  submit: (event: { preventDefault(): void; currentTarget: HTMLFormElement }) => void;
  /** What stands below the form and is no part of it. */
  after?: ReactNode;
  children: ReactNode;
}) {
  return (
    <Stack align="center" py={{ base: 24, sm: 72 }}>
      <Paper
        component="section"
        withBorder
        radius="lg"
        p={{ base: 'lg', sm: 32 }}
        w="100%"
        maw={400}
        style={{ borderColor: 'var(--surface-line)' }}
      >
        <form onSubmit={submit} noValidate>
          <Stack gap="md">
            <LogoMark size={36} />
            <Title order={1}>{title}</Title>
            {problem ? (
              <Alert color="red" variant="light" role="alert">
                {problem}
              </Alert>
            ) : null}
            {children}
          </Stack>
        </form>
        {after}
      </Paper>
    </Stack>
  );
}
