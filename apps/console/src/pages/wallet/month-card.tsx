import { calls } from 'virtual:calls';
import dayjs from 'dayjs';
import { useTranslation } from '../../texts.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useIsFeatureEnabled } from '../../status.ts';
import { Money } from '../../ui/display/money.tsx';
import { FigureCard } from '../dashboard/figure-card.tsx';
import { LastsText } from '../dashboard/lasts-text.tsx';
import { browserZone } from '../../ui/format/browser-zone.ts';
import { useMonthStart } from '../../ui/hooks/use-now.ts';
import { usageSparkline } from '../dashboard/usage-sparkline.tsx';
import { pages } from '../index.ts';

/** This month's spend so far, day by day, and how long the balance lasts at this rate. */
export function MonthCard() {
  const { t, i18n } = useTranslation();
  const isOn = useIsFeatureEnabled()(pages.dashboard);
  const month = dayjs.unix(useMonthStart());
  const zone = browserZone();
  const report = useEndpoint(
    calls.getOwnUsageReport,
    {
      query: {
        start: month.unix(),
        end: month.endOf('month').unix(),
        time_zone: zone,
        piece: 'day',
        limit: 1,
      },
    },
    { enabled: isOn },
  ).data;
  const forecast = useEndpoint(
    calls.getBalanceForecast,
    { query: { time_zone: zone } },
    { enabled: isOn },
  ).data;
  if (!isOn) return null;
  const style = i18n.language === 'en' ? 'long' : 'short';
  const name = new Intl.DateTimeFormat(i18n.language, { month: style }).format(month.toDate());
  return (
    <FigureCard
      label={t('wallet.month', { month: name })}
      note={forecast ? <LastsText forecast={forecast} /> : '\u00a0'}
      course={
        report ? usageSparkline(report, ({ spend }) => spend) : <div style={{ height: 28 }} />
      }
    >
      {report ? <Money quota={report.totals.spend} /> : '–'}
    </FigureCard>
  );
}
