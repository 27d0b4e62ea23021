import { Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

/** A button of the bar for selected rows. */
export function BatchButton({
  icon: ButtonIcon,
  isDangerous = false,
  onClick,
  children,
}: {
  icon: Icon;
  isDangerous?: boolean;
  onClick: () => void;
  children: ReactNode;
}) {
  return (
    <Button
      variant="subtle"
      color="slate"
      {...(isDangerous ? { c: 'var(--bad)' } : {})}
      size="compact-sm"
      leftSection={<ButtonIcon size={16} />}
      onClick={onClick}
    >
      {children}
    </Button>
  );
}
