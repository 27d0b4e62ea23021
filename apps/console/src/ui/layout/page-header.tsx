import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/** The title of a page, with its actions on the right. */
export function PageHeader({
  title,
  note,
  children,
}: {
  title: string;
  note?: string;
  children?: ReactNode;
}) {
  return (
    <Group justify="space-between" align="flex-end" mb="sm" gap="xs">
      <div>
        <Title order={1}>{title}</Title>
        {note ? (
          <Text c="dimmed" size="sm">
            {note}
          </Text>
        ) : null}
      </div>
      <Group gap="xs">{children}</Group>
    </Group>
  );
}
