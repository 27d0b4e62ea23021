import type { ChannelRow } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { tip } from '../../ui/feedback/tip.ts';
import { ActivityStrip } from './activity-strip.tsx';
import { Latency } from './channel-tags.tsx';
import { type Activities, formatShare, sumActivity } from './use-channel-activity.ts';

interface CellProps {
  row: ChannelRow;
  activities: Activities;
  t: TFunction;
}

const NONE = { answered: Array.from({ length: 24 }, () => 0), failed: [] };

/** The last 24 hours of a channel: a bar strip, and the share of its calls that failed. */
export function ActivityCell({ row, activities, t }: CellProps) {
  if (row.children) return null;
  const activity = activities?.get(row.id);
  const { calls, failures, share } = sumActivity(activity ?? NONE);
  const label = activities ? t('channels.activity.label', { calls, failures }) : '';
  return (
    <span className="activity-cell" {...(label === '' ? {} : tip(label))}>
      <ActivityStrip activity={activity ?? NONE} label={label} />
      <span className="share tabular" data-bad={failures > 0 && share >= BAD_SHARE}>
        {calls === 0 ? '–' : formatShare(share)}
      </span>
    </span>
  );
}

/** Failure shares from here on are marked as bad. */
const BAD_SHARE = 0.05;

/** The median time to the first token. */
export function FirstTokenCell({ row, activities, t }: CellProps) {
  const first = activities?.get(row.id)?.first_token_ms;
  return first ? <Latency milliseconds={first.p50} t={t} /> : '–';
}
