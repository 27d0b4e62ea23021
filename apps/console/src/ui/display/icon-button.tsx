import type { Icon } from '@tabler/icons-react';
import { tip } from '../feedback/tip.ts';
import './icon-button.css';

/**
 * An icon-only button: its name is in the tooltip and for screen readers. A plain element, as lists have
 * hundreds.
 */
export function IconButton({
  label,
  icon: IconOf,
  run,
  disabled = false,
}: {
  label: string;
  icon: Icon;
  run: () => void;
  disabled?: boolean;
}) {
  return (
    <button
      type="button"
      className="icon-button"
      {...tip(label)}
      aria-label={label}
      onClick={run}
      disabled={disabled}
    >
      <IconOf size={17} stroke={1.6} />
    </button>
  );
}
