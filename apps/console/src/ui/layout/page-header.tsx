import { Group, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { NoteLine } from './note-line.tsx';

/**
 * The title of a page, with its actions on the right; below it the page's purpose, what its data is of, and
 * the data's age.
 */
export function PageHeader({
  title,
  note,
  detail,
  age,
  children,
}: {
  title: string;
  note?: ReactNode;
  detail?: ReactNode;
  age?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <Group justify="space-between" align="flex-end" mb="sm" gap="xs">
      {/* A long note wraps rather than pushing the actions below it. */}
      <div style={{ flex: '1 1 0', minWidth: 'min(55%, 16rem)' }}>
        <Title order={1}>{title}</Title>
        {note ? <NoteLine note={note} facts={[detail, age]} /> : null}
      </div>
      <Group gap="xs">{children}</Group>
    </Group>
  );
}
