import { CHANNEL_CONDITIONS, type ChannelCondition } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { StatusTabs } from '../../ui/tables/status-tabs.tsx';

const ALARMS: readonly ChannelCondition[] = [
  'cooling',
  'key_rejected',
  'out_of_credit',
  'auto_disabled',
  'test_failed',
];

/** A tab for all channels, and one for each condition that occurs or is selected. */
export function ConditionTabs({
  counts,
  value,
  choose,
}: {
  counts: Record<ChannelCondition, number> | undefined;
  value: ChannelCondition | '';
  choose: (value: ChannelCondition | '') => void;
}) {
  const { t } = useTranslation();
  const present = CHANNEL_CONDITIONS.filter((name) => value === name || (counts?.[name] ?? 0) > 0);
  const all = counts && CHANNEL_CONDITIONS.reduce((sum, name) => sum + counts[name], 0);
  return (
    <StatusTabs<ChannelCondition | ''>
      label={t('channels.columns.health')}
      value={value}
      choose={choose}
      tabs={[
        { value: '', label: t('channels.all'), count: all },
        ...present.map((name) => ({
          value: name,
          label: t(`channels.conditions.${name}`),
          count: counts?.[name],
          alarms: ALARMS.includes(name),
        })),
      ]}
    />
  );
}
