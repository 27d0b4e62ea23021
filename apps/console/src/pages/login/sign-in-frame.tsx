import { Alert, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** The form that visitors log in, register and reset their password with. */
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
  /** What is in the way; read out at once. */
  problem?: ReactNode;
  submit: (event: { preventDefault(): void; currentTarget: HTMLFormElement }) => void;
  /** Ways in without the form, above it. */
  before?: ReactNode;
  /** What stands below the form and is no part of it. */
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
