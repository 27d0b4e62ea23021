import { Alert, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** The frame of the login, registration and password reset forms. */
export function SignInFrame({
  title,
  note,
  problem,
  submit,
  before,
  after,
  children,
}: {
  title: string;
  /** A line below the title. */
  note?: ReactNode;
  /** An error, announced immediately. */
  problem?: ReactNode;
  submit: (event: { preventDefault(): void; currentTarget: HTMLFormElement }) => void;
  /** Ways to log in without the form, above it. */
  before?: ReactNode;
  /** Content below the form that is not part of it. */
  after?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="door-form">
      <Title order={1} className="door-title">
        {title}
      </Title>
      <Text c="dimmed" component="div" mb="md">
        {note}
      </Text>
      {before}
      <form onSubmit={submit} noValidate>
        <Stack gap="md">
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
