import { ActionIcon } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { tip } from '../feedback/tooltips.tsx';

/** A button that is only an icon: its name is in the tooltip and for screen readers. */
export function IconButton({
  label,
  icon: IconOf,
  run,
  loading = false,
  disabled = false,
}: {
  label: string;
  icon: Icon;
  run: () => void;
  loading?: boolean;
  disabled?: boolean;
}) {
  return (
    <ActionIcon
      {...tip(label)}
      aria-label={label}
      onClick={run}
      loading={loading}
      disabled={disabled}
      {...(disabled ? { bg: 'transparent' } : {})}
    >
      <IconOf size={17} stroke={1.6} />
    </ActionIcon>
  );
}
