import { Group, Paper, Text } from '@mantine/core';
import { IconArrowDownRight, IconArrowRight, IconArrowUpRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { formatChange } from '../../ui/format/format-change.ts';
import './dashboard.css';

/** Figures with more characters are set smaller, so that millions fit the card. */
const LONG = 10;

export interface Change {
  now: number;
  before: number | undefined;
  /** Which direction is good. */
  better: 'up' | 'down' | 'neither';
}

/** A figure with its change, a note and a sparkline. */
export function FigureCard({
  label,
  change,
  text = '',
  children,
  note,
  course,
}: {
  label: string;
  /** The change from the previous period, or other content in its place. */
  change?: Change | ReactNode;
  /** The figure as text, if it may be long. */
  text?: string;
  children: ReactNode;
  note?: ReactNode;
  course?: ReactNode;
}) {
  return (
    <Paper className="figure-card" component="section" aria-label={label}>
      <Group justify="space-between" gap={4} wrap="nowrap">
        <Text size="xs" c="var(--text-2)" component="h2" fw={400} truncate>
          {label}
        </Text>
        {isChange(change) ? <ChangeText {...change} /> : change}
      </Group>
      <div className="figure-value tabular" data-long={text.length > LONG || undefined}>
        {children}
      </div>
      <Text size="xs" c="dimmed" component="div" className="tabular figure-note">
        {note}
      </Text>
      {course}
    </Paper>
  );
}

function isChange(change: Change | ReactNode): change is Change {
  return typeof change === 'object' && change !== null && 'better' in change;
}

/** A change as arrow and percentage, colored as good or bad; a drop is neutral where a rise is good. */
export function ChangeText({ now, before, better }: Change) {
  const change = before === undefined ? undefined : formatChange(now, before);
  if (!change) return null;
  const rises = now > (before ?? 0);
  const Arrow = now === before ? IconArrowRight : rises ? IconArrowUpRight : IconArrowDownRight;
  const tone =
    better === 'neither' || now === before || (better === 'up' && !rises)
      ? 'text-2'
      : rises === (better === 'up')
        ? 'good'
        : 'bad';
  return (
    <span className="figure-change tabular" style={{ color: `var(--${tone})` }}>
      <Arrow size={13} stroke={2} aria-hidden />
      {change}
    </span>
  );
}
