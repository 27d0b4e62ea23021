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

/** The last 24 hours of a channel: a strip, and the share of its calls that failed. */
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

/** From here on failures are no accident. */
const BAD_SHARE = 0.05;

/** The time to the first token that half of the streams kept. */
export function FirstTokenCell({ row, activities, t }: CellProps) {
  const first = activities?.get(row.id)?.first_token_ms;
  return first ? <Latency milliseconds={first.p50} t={t} /> : '–';
}
