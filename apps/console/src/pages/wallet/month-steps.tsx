import { ActionIcon, Group, Text } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { unixSeconds } from '../../server-clock.ts';
import { useTranslation } from '../../texts.tsx';
import { tip } from '../../ui/feedback/tip.ts';

interface MonthStepsProps {
  /** For example 2026-11; '' means the current one. */
  month: string;
  /** Whether there are earlier months. */
  hasEarlier: boolean;
  setMonth: (month: string) => void;
}

/** A month with links to the previous and next one; none after the current month. */
export function MonthSteps({ month, hasEarlier, setMonth }: MonthStepsProps) {
  const { t, i18n } = useTranslation();
  const present = dayjs.unix(unixSeconds()).format('YYYY-MM');
  const shown = dayjs(`${month || present}-01`);
  const name = new Intl.DateTimeFormat(i18n.language, { year: 'numeric', month: 'long' });
  const step = (by: number) => {
    const next = shown.add(by, 'month').format('YYYY-MM');
    setMonth(next === present ? '' : next);
  };
  const steps = [
    { by: -1, label: t('wallet.changes.earlier'), icon: IconChevronLeft, isOff: !hasEarlier },
    {
      by: 1,
      label: t('wallet.changes.later'),
      icon: IconChevronRight,
      isOff: shown.format('YYYY-MM') >= present,
    },
  ] as const;
  const [back, forth] = steps.map(({ by, label, icon: Icon, isOff }) => (
    <ActionIcon
      key={by}
      {...tip(label)}
      variant="default"
      size={36}
      aria-label={label}
      disabled={isOff}
      onClick={() => step(by)}
    >
      <Icon size={16} stroke={1.6} />
    </ActionIcon>
  ));
  return (
    <Group gap="xs" mb="xs">
      {back}
      <Text fw={500} miw={130} ta="center" aria-live="polite">
        {name.format(shown.toDate())}
      </Text>
      {forth}
    </Group>
  );
}
