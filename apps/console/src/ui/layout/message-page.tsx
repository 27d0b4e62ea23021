import { Group, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export interface MessagePageProps {
  icon: Icon;
  title: string;
  text: string;
  /** Information for support: a URL, an id. */
  details?: ReactNode;
  /** Links to continue, the best one first. */
  children: ReactNode;
  alert?: boolean;
}

/** Shown instead of a page that can't be displayed: what happened, and links to continue. */
export function MessagePage({
  icon: IconOf,
  title,
  text,
  details,
  children,
  alert,
}: MessagePageProps) {
  return (
    <Stack align="center" gap="sm" py={80} px="md" ta="center" role={alert ? 'alert' : undefined}>
      <ThemeIcon variant="light" color="slate" size={56} radius="xl" aria-hidden>
        <IconOf size={28} stroke={1.5} />
      </ThemeIcon>
      <Title order={1}>{title}</Title>
      <Text c="dimmed" maw={480}>
        {text}
      </Text>
      <Group justify="center" gap="xs" mt="xs">
        {children}
      </Group>
      {details}
    </Stack>
  );
}
