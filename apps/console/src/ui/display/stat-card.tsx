import { Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** One number that matters, with its name. A wide one takes a row of its own on a phone. */
export function StatCard({
  label,
  wide = false,
  children,
}: {
  label: ReactNode;
  wide?: boolean;
  children: ReactNode;
}) {
  return (
    <Paper
      withBorder
      px="md"
      py={10}
      className={wide ? 'wide-card' : undefined}
      style={{ borderColor: 'var(--surface-line)' }}
    >
      <Text size="sm" c="dimmed" component="div">
        {label}
      </Text>
      <Text fz={20} fw={600} className="tabular" component="div">
        {children}
      </Text>
    </Paper>
  );
}
