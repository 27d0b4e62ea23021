import { Text } from '@mantine/core';
import type { BalanceForecast } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { useFigureFormats } from './use-figure-formats.ts';

/** A balance that lasts this many days or more is not highlighted. */
const DAYS_LOW = 3;

/** How long a balance lasts; amber if that is short. */
export function LastsText({
  forecast: { balance, spend_per_day: pace, days_left: left },
}: {
  forecast: BalanceForecast;
}) {
  const { t } = useTranslation();
  const { money } = useFigureFormats();
  if (balance <= 0)
    return (
      <Text span size="xs" c="var(--bad)">
        {t('dashboard.forecast.refused')}
      </Text>
    );
  if (pace === null) return <>{t('dashboard.forecast.tooFew')}</>;
  if (left === null) return <>{t('dashboard.forecast.unused')}</>;
  const text = t('dashboard.forecast.lasts', {
    count: Math.max(1, Math.round(left)),
    pace: money(pace),
  });
  return left < DAYS_LOW ? (
    <Text span size="xs" c="var(--warn)" fw={500}>
      {text}
    </Text>
  ) : (
    <>{text}</>
  );
}
