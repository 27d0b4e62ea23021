import { Text } from '@mantine/core';
import type { UsageFigures, UsageReport } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { Money } from '../../ui/display/money.tsx';
import { unbroken } from '../../ui/format/unbroken.ts';
import { ChangeText, FigureCard } from './figure-card.tsx';
import { usageSparkline } from './usage-sparkline.tsx';
import { formatCompact, formatMs, formatShare, useFigureFormats } from './use-figure-formats.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

const NOW_EVERY_MS = 10_000;

/** The site's revenue and health at a glance. */
export function OperatorFigures({ report, isAll }: { report: UsageReport; isAll: boolean }) {
  const { t } = useTranslation();
  const { money } = useFigureFormats();
  const { totals, before, revenue } = report;
  const versus = (text: string | undefined) =>
    text === undefined ? '\u00a0' : t('dashboard.versus', { value: text });
  return (
    <div className="figure-grid" data-count={revenue ? 6 : 4}>
      {revenue ? (
        <FigureCard
          label={t('dashboard.figures.revenue')}
          text={money(revenue.total)}
          change={{ now: revenue.total, before: revenue.before ?? undefined, better: 'up' }}
          note={versus(revenue.before === null ? undefined : money(revenue.before))}
          course={<Sparkline values={revenue.values} before={revenue.before_values} />}
        >
          <Money quota={revenue.total} />
        </FigureCard>
      ) : null}
      <FigureCard
        label={t('dashboard.figures.spend')}
        text={money(totals.spend)}
        change={{ now: totals.spend, before: before?.spend, better: 'up' }}
        note={
          totals.refunded > 0
            ? t('dashboard.refunded', { value: money(totals.refunded) })
            : versus(before ? money(before.spend) : undefined)
        }
        course={usageSparkline(report, ({ spend }) => spend)}
      >
        <Money quota={totals.spend} />
      </FigureCard>
      <CallsCard report={report} />
      <ErrorsCard report={report} />
      <LatencyCard report={report} />
      {isAll ? <NowCard /> : null}
    </div>
  );
}

export function CallsCard({ report }: { report: UsageReport }) {
  const { t } = useTranslation();
  const { totals, before } = report;
  return (
    <FigureCard
      label={t('dashboard.figures.calls')}
      text={formatNumber(totals.calls)}
      change={{ now: totals.calls, before: before?.calls, better: 'up' }}
      note={before ? t('dashboard.versus', { value: formatNumber(before.calls) }) : '\u00a0'}
      course={usageSparkline(report, ({ calls: count }) => count)}
    >
      {formatNumber(totals.calls)}
    </FigureCard>
  );
}

function ErrorsCard({ report }: { report: UsageReport }) {
  const { t } = useTranslation();
  const { totals, before } = report;
  const rate = ({ failed, calls: count }: UsageFigures) => (count === 0 ? 0 : failed / count);
  const points = before && before.calls > 0 ? (rate(totals) - rate(before)) * 100 : undefined;
  return (
    <FigureCard
      label={t('dashboard.figures.errors')}
      change={
        points === undefined ? null : (
          <span
            className="figure-change tabular"
            style={{
              color: `var(--${points > 0.005 ? 'bad' : points < -0.005 ? 'good' : 'text-2'})`,
            }}
          >
            {t('dashboard.points', {
              value: `${points < 0 ? '−' : '+'}${Math.abs(points).toFixed(2)}`,
            })}
          </span>
        )
      }
      note={t('dashboard.failed', {
        count: totals.failed,
        value: formatNumber(totals.failed),
      })}
      course={usageSparkline(report, rate, 'bad')}
    >
      {formatShare(totals.failed, totals.calls)}
    </FigureCard>
  );
}

export function LatencyCard({ report }: { report: UsageReport }) {
  const { t } = useTranslation();
  const { totals, before } = report;
  return (
    <FigureCard
      label={t('dashboard.figures.firstToken')}
      change={{
        now: totals.first_token_p50 ?? 0,
        before:
          totals.first_token_p50 === null ? undefined : (before?.first_token_p50 ?? undefined),
        better: 'down',
      }}
      note={
        <span className="figure-ends">
          <span>{t('dashboard.units.p50')}</span>
          <span>{t('dashboard.units.p95')}</span>
        </span>
      }
      course={
        <>
          <div className="whole-call">
            <Text size="xs" c="dimmed" className="tabular">
              {t('dashboard.wholeCall', {
                p50: unbroken(formatMs(totals.total_p50)),
                p95: unbroken(formatMs(totals.total_p95)),
              })}
            </Text>
            <ChangeText
              now={totals.total_p50 ?? 0}
              before={totals.total_p50 === null ? undefined : (before?.total_p50 ?? undefined)}
              better="down"
            />
          </div>
          <div className="two-courses">
            <div title={t('dashboard.figures.firstToken')}>
              {usageSparkline(report, ({ first_token_p50: ms }) => ms)}
            </div>
            <div title={t('dashboard.figures.wholeCall')}>
              {usageSparkline(report, ({ total_p50: ms }) => ms)}
            </div>
          </div>
        </>
      }
    >
      <span className="figure-ends">
        <Took ms={totals.first_token_p50} />
        <span className="second">
          <Took ms={totals.first_token_p95} />
        </span>
      </span>
    </FigureCard>
  );
}

/** A duration with a narrow unit. */
function Took({ ms }: { ms: number | null }) {
  const [value, unit] = formatMs(ms).split(' ');
  return (
    <span>
      {value}
      {unit ? <small> {unit}</small> : null}
    </span>
  );
}

function NowCard() {
  const { t } = useTranslation();
  const now = useEndpoint(calls.getUsageNow, {}, { refetchIntervalMs: NOW_EVERY_MS });
  return (
    <FigureCard
      label={t('dashboard.figures.now')}
      change={
        <Text size="xs" c="dimmed">
          {t('dashboard.lastMinute')}
        </Text>
      }
      note={
        <span className="figure-ends">
          <span>{t('dashboard.units.rpm')}</span>
          <span>{t('dashboard.units.tpm')}</span>
        </span>
      }
      course={<Sparkline values={now.data?.values ?? []} />}
    >
      <span className="figure-ends">
        <span>{now.data ? formatNumber(now.data.rpm) : '–'}</span>
        <span className="second">{now.data ? formatCompact(now.data.tpm) : '–'}</span>
      </span>
    </FigureCard>
  );
}
