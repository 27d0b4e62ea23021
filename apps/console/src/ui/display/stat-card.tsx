import { Box, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Cards in a row; on a phone as many per row as their numbers allow. */
export function StatCards({ mb = 'sm', children }: { mb?: 'sm' | 0; children: ReactNode }) {
  return (
    <Box className="stat-cards" mb={mb}>
      {children}
    </Box>
  );
}

/** A key figure with its label. */
export function StatCard({ label, children }: { label: ReactNode; children: ReactNode }) {
  return (
    <Paper
      withBorder
      px={{ base: 'sm', sm: 'md' }}
      py={10}
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
