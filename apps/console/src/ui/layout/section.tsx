import { Group, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

/** A titled part of a page, with content next to its title. */
export function Section({
  title,
  note,
  aside,
  children,
}: {
  title: string;
  note?: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Group justify="space-between" mb="xs" gap="xs">
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {note ? (
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          ) : null}
        </div>
        {aside}
      </Group>
      {children}
    </section>
  );
}
