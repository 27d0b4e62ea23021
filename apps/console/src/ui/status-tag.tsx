import { Group, Text } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';

export type Tone = 'good' | 'info' | 'warn' | 'bad' | 'off';

/** A status as icon, word and colour together, so that none of them is needed alone. */
export function StatusTag({
  tone,
  icon: IconOf,
  label,
}: {
  tone: Tone;
  icon: Icon;
  label: string;
}) {
  return (
    <Group
      component="span"
      gap={5}
      wrap="nowrap"
      display="inline-flex"
      style={{ verticalAlign: 'middle' }}
      c={`var(--status-${tone})`}
    >
      <IconOf size={14} stroke={2} aria-hidden />
      <Text component="span" inherit size="sm" style={{ whiteSpace: 'nowrap' }}>
        {label}
      </Text>
    </Group>
  );
}
