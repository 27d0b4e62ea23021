import { Button } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';

interface ComposerToolProps {
  label: string;
  icon: Icon;
  run: () => void;
}

/**
 * A button to add something to a question; where space is short, and on a phone, only its icon, so that all fit
 * in one row.
 */
export function ComposerTool({ label, icon: IconOf, run }: ComposerToolProps) {
  const isMobile = useIsMobile();
  if (isMobile) return <IconButton label={label} icon={IconOf} run={run} />;
  return (
    <Button
      className="composer-tool"
      size="xs"
      variant="subtle"
      leftSection={<IconOf size={16} />}
      title={label}
      onClick={run}
    >
      {label}
    </Button>
  );
}
