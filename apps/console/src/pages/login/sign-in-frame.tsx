import { Alert, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** The form that visitors log in, register and reset their password with. */
export function SignInFrame({
  title,
  note,
  problem,
  submit,
  after,
  children,
}: {
  title: string;
  /** A line below the title. */
  note?: ReactNode;
  /** What is in the way; read out at once. */
  problem?: string | undefined;
  submit: (event: { preventDefault(): void; currentTarget: HTMLFormElement }) => void;
  /** What stands below the form and is no part of it. */
  after?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="door-form">
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
          <div>
            <Title order={1} className="door-title">
              {title}
            </Title>
            <Text c="dimmed" component="div">
              {note}
            </Text>
          </div>
          {problem ? (
            <Alert color="red" variant="light" role="alert">
              {problem}
            </Alert>
          ) : null}
          {children}
        </Stack>
      </form>
      {after}
    </section>
  );
}
