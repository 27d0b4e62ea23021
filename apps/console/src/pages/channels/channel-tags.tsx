import type { ChannelRow } from '@tollgate/contract';
import { IconClock } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { HintText } from '../../ui/display/hint-text.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { formatDollars } from '../../ui/format/format-dollars.ts';
import { formatTime } from '../../ui/format/format-time.ts';
import { latencyTone } from './latency-tone.ts';

/** The balance left at the upstream; a dash, not 0, for channels that were never queried. */
export function UpstreamBalance({ row, t }: { row: ChannelRow; t: TFunction }) {
  const isQueried = (row.children ?? [row]).some((channel) => channel.balance_updated_time > 0);
  const queriedAt = row.balance_updated_time;
  if (isQueried && queriedAt > 0)
    return (
      <HintText hint={t('channels.balanceAt', { time: formatTime(queriedAt) })}>
        {formatDollars(row.balance)}
      </HintText>
    );
  if (isQueried) return formatDollars(row.balance);
  return <HintText hint={t('channels.balanceUnknown')}>–</HintText>;
}

/** Duration of the last successful test, colored by how good it is. */
export function ResponseTime({
  row: { response_time: milliseconds, test_time: testedAt },
  t,
}: {
  row: Pick<ChannelRow, 'response_time' | 'test_time'>;
  t: TFunction;
}) {
  // Tested, but never successfully: there is no time, which differs from untested.
  if (milliseconds === 0 && testedAt > 0) return <>–</>;
  return (
    <StatusTag
      tone={latencyTone(milliseconds)}
      icon={IconClock}
      label={milliseconds === 0 ? t('channels.latency.untested') : latencyInWords(milliseconds, t)}
    />
  );
}

/** `843 ms`, `2.91 s` */
export const latencyInWords = (milliseconds: number, t: TFunction) =>
  milliseconds < 1000
    ? t('channels.latency.milliseconds', { milliseconds })
    : t('channels.latency.seconds', { seconds: (milliseconds / 1000).toFixed(2) });

/** The latency of calls, colored only if it is high. */
export function Latency({ milliseconds, t }: { milliseconds: number; t: TFunction }) {
  const tone = latencyTone(milliseconds);
  return (
    <span
      className="tabular"
      style={tone === 'warn' || tone === 'bad' ? { color: `var(--status-${tone})` } : undefined}
    >
      {latencyInWords(milliseconds, t)}
    </span>
  );
}
