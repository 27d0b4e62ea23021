import type { Icon } from '@tabler/icons-react';
import { memo } from 'react';

export type Tone = 'good' | 'info' | 'warn' | 'bad' | 'off';

/** A status as icon, label and color, so that none of them is needed alone. */
export const StatusTag = memo(function StatusTag({
  tone,
  icon: IconOf,
  label,
}: {
  tone: Tone;
  icon: Icon;
  label: string;
}) {
  return (
    <span className="status-tag" style={{ color: `var(--status-${tone})` }}>
      <IconOf size={14} stroke={2} aria-hidden />
      {label}
    </span>
  );
});
