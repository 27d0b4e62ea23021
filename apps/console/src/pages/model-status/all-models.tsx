import { Group, Paper, Text } from '@mantine/core';
import type { ServiceStatus } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { DayBars, GOOD_DAY } from '../../ui/display/day-bars.tsx';
import { formatAnswered } from '../../ui/format/format-answered.ts';
import { formatUtcDay } from '../../ui/format/format-utc-day.ts';
import { StatusText } from '../home/status-text.tsx';

const DAY = 86_400;
const WEAK_DAYS_SHOWN = 5;

/** All models together: a bar per day, and the days below target as text. */
export function AllModels({ service }: { service: ServiceStatus }) {
  const { t, i18n } = useTranslation();
  const { days, answered, first_day: firstDay } = service;
  const dayOf = (index: number) => formatUtcDay(firstDay + index * DAY, i18n.language);
  const weak = days
    .flatMap((answeredShare, index) =>
      answeredShare !== null && answeredShare < GOOD_DAY
        ? [{ answeredThen: answeredShare, index }]
        : [],
    )
    .toSorted((left, right) => left.answeredThen - right.answeredThen);
  const listed = weak
    .slice(0, WEAK_DAYS_SHOWN)
    .map(({ answeredThen: answeredShare, index }) =>
      t('ui.answered.day', { day: dayOf(index), share: formatAnswered(answeredShare) }),
    );
  const share = answered === null ? '–' : formatAnswered(answered);
  return (
    <Paper withBorder p="md">
      <Group justify="space-between" mb="sm">
        <StatusText service={service} />
        <Text className="tabular" fw={600}>
          {answered === null ? t('home.status.tooFew') : t('home.status.share', { share })}
        </Text>
      </Group>
      <div className="answered-wide">
        <DayBars days={days} firstDay={firstDay} label={t('ui.answered.days', { share })} />
      </div>
      <Group justify="space-between" c="dimmed" fz="sm">
        <span>{dayOf(0)}</span>
        <span>{t('home.status.todayUtc')}</span>
      </Group>
      <Text size="sm" mt="sm">
        {weak.length > 0
          ? t('home.status.weakDays', {
              count: weak.length,
              days: listed.join(t('home.status.between')),
            })
          : t('home.status.noWeakDays')}
      </Text>
    </Paper>
  );
}
