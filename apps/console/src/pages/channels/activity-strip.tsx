import type { ChannelActivity } from '@tollgate/contract';
import { memo } from 'react';
import { stripPaths } from './strip-paths.ts';
import './activity-strip.css';

/**
 * Answered and failed calls over time, as a small bar chart. Its accessible name is the text next to it,
 * which contains the same information.
 */
export const ActivityStrip = memo(function ActivityStrip({
  activity,
  label,
  wide = false,
}: {
  activity: Pick<ChannelActivity, 'answered' | 'failed'>;
  label: string;
  /** Fills the available width, for the drawer. */
  wide?: boolean;
}) {
  const { width, height, good, bad } = stripPaths(activity);
  return (
    <svg
      className="activity-strip"
      data-wide={wide}
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      {...(label === '' ? { 'aria-hidden': true } : { role: 'img', 'aria-label': label })}
    >
      <path className="base" d={`M0 ${height - 0.5}H${width}`} />
      <path className="good" d={good} />
      <path className="bad" d={bad} />
    </svg>
  );
});
