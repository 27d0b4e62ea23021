import { ColorSwatch, Group, Text } from '@mantine/core';

/** A channel type: a dot in the provider's colour beside its name. */
export function TypeTag({ label, color }: { label: string; color: string | undefined }) {
  return (
    <Group gap={6} wrap="nowrap">
      <ColorSwatch
        size={9}
        color={color ?? 'var(--mantine-color-dimmed)'}
        withShadow={false}
        aria-hidden
      />
      <Text inherit truncate maw={112} title={label}>
        {label}
      </Text>
    </Group>
  );
}
