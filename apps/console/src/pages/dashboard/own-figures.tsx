import { Button } from '@mantine/core';
import type { BalanceForecast, UsageReport } from '@tollgate/contract';
import { IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';
import { pages } from '../index.ts';
import { FigureCard } from './figure-card.tsx';
import { LastsText } from './lasts-text.tsx';
import { CallsCard, LatencyCard } from './operator-figures.tsx';
import { usageSparkline } from './usage-sparkline.tsx';
import { useFigureFormats } from './use-figure-formats.ts';

/** A user's balance and spend. */
export function OwnFigures({
  report,
  forecast,
}: {
  report: UsageReport;
  forecast: BalanceForecast | undefined;
}) {
  const { t } = useTranslation();
  const { money } = useFigureFormats();
  const { totals, before } = report;
  return (
    <div className="figure-grid" data-count={4}>
      <FigureCard
        label={t('dashboard.figures.balance')}
        text={forecast ? money(forecast.balance) : ''}
        note={
          <span style={{ whiteSpace: 'normal' }}>
            {forecast ? <LastsText forecast={forecast} /> : null}
          </span>
        }
        course={
          <Button
            component={Link}
            to={pages.wallet.path}
            size="xs"
            mt="auto"
            leftSection={<IconPlus size={14} stroke={2} />}
          >
            {t('dashboard.topUp')}
          </Button>
        }
      >
        {forecast ? <Money quota={forecast.balance} /> : '–'}
      </FigureCard>
      <FigureCard
        label={t('dashboard.figures.spend')}
        text={money(totals.spend)}
        change={{ now: totals.spend, before: before?.spend, better: 'neither' }}
        note={
          totals.refunded > 0
            ? t('dashboard.refunded', { value: money(totals.refunded) })
            : before
              ? t('dashboard.versus', { value: money(before.spend) })
              : '\u00a0'
        }
        course={usageSparkline(report, ({ spend }) => spend)}
      >
        <Money quota={totals.spend} />
      </FigureCard>
      <CallsCard report={report} />
      <LatencyCard report={report} />
    </div>
  );
}
