import { Group, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

/**
 * The title of a page, with its actions on the right; below it the page's purpose and the age of its data.
 */
export function PageHeader({
  title,
  note,
  age,
  children,
}: {
  title: string;
  note?: ReactNode;
  age?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Group justify="space-between" align="flex-end" mb="sm" gap="xs">
      {/* A long note wraps rather than pushing the actions below it. */}
      <div style={{ flex: '1 1 0', minWidth: 'min(55%, 16rem)' }}>
        <Title order={1}>{title}</Title>
        {note ? (
          <Text c="dimmed" size="sm" component="div" className="tabular">
            {note}
            {age}
          </Text>
        ) : null}
      </div>
      <Group gap="xs">{children}</Group>
    </Group>
  );
}
