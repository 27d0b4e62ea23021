import type { ChannelRow } from '@tollgate/contract';
import { IconClock } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { HintText } from '../../ui/display/hint-text.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { latencyTone } from './latency-tone.ts';

/** What is left at the upstream; nothing for channels that were never asked, rather than no money. */
export function UpstreamBalance({ row, t }: { row: ChannelRow; t: TFunction }) {
  const asked = (row.children ?? [row]).some((channel) => channel.balance_updated_time > 0);
  if (asked) return `$${row.balance.toFixed(2)}`;
  return <HintText hint={t('channels.balanceUnknown')}>–</HintText>;
}

/** How long the last test took: the number, and a colour that says how good that is. */
export function ResponseTime({ milliseconds, t }: { milliseconds: number; t: TFunction }) {
  return (
    <StatusTag
      tone={latencyTone(milliseconds)}
      icon={IconClock}
      label={
        milliseconds === 0
          ? t('channels.latency.untested')
          : milliseconds < 1000
            ? t('channels.latency.milliseconds', { milliseconds })
            : t('channels.latency.seconds', { seconds: (milliseconds / 1000).toFixed(2) })
      }
    />
  );
}
