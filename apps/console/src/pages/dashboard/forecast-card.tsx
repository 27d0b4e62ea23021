import { Paper, Text, Title } from '@mantine/core';
import type { BalanceForecast } from '@tollgate/contract';
import { unixSeconds } from '../../server-clock.ts';
import { useTranslation } from '../../texts.tsx';
import { axisTicks } from '../../ui/charts/axis-scale.ts';
import { ReadableSteps } from '../../ui/charts/readable-steps.tsx';
import { LowBalanceSwitch } from './low-balance-switch.tsx';
import { useFigureFormats } from './use-figure-formats.ts';
import { localeOf } from '../../ui/format/locale-of.ts';

const WIDTH = 320;
const HEIGHT = 150;
const LEFT = 44;
const BOTTOM = 18;
const TOP = 6;
/** Longest forecast shown, in seconds: a longer time axis would make single days unreadable. */
const AHEAD_MAX_S = 30 * 86_400;

/** The balance of the last weeks, and its forecast at the rate of the last 7 days. */
export function ForecastCard({ forecast }: { forecast: BalanceForecast }) {
  const { t, i18n } = useTranslation();
  const { balance, empty_at: emptyAt, spend_per_day: pace } = forecast;
  const day = (at: number) =>
    new Intl.DateTimeFormat(localeOf(i18n.language), {
      day: 'numeric',
      month: 'long',
    }).format(at * 1000);
  return (
    <Paper className="panel" component="section" aria-label={t('dashboard.forecast.title')}>
      <Title order={2} mb={4}>
        {t('dashboard.forecast.title')}
      </Title>
      <Text size="sm" c="dimmed" mb="sm">
        {balance <= 0
          ? t('dashboard.forecast.refused')
          : pace === null
            ? t('dashboard.forecast.tooFew')
            : emptyAt === null
              ? t('dashboard.forecast.unused')
              : t('dashboard.forecast.empty', { date: day(emptyAt) })}
      </Text>
      {forecast.history.length > 1 ? <Course forecast={forecast} day={day} /> : null}
      <LowBalanceSwitch />
    </Paper>
  );
}

function Course({ forecast, day }: { forecast: BalanceForecast; day: (at: number) => string }) {
  const { t } = useTranslation();
  const { axisOf, money } = useFigureFormats();
  const { history, empty_at: emptyAt, balance } = forecast;
  const now = history.at(-1)?.at ?? unixSeconds();
  const from = history[0]?.at ?? now;
  const end = emptyAt === null ? now : Math.min(emptyAt, now + AHEAD_MAX_S);
  const ticks = axisTicks(Math.max(...history.map((point) => point.balance), 1));
  const top = ticks.at(-1) ?? 1;
  const x = (at: number) => LEFT + ((at - from) / Math.max(1, end - from)) * (WIDTH - LEFT - 6);
  const y = (quota: number) => TOP + (1 - Math.max(0, quota) / top) * (HEIGHT - TOP - BOTTOM);
  const line = history.map((point) => `${x(point.at)},${y(point.balance)}`).join(' ');
  const left =
    emptyAt === null || emptyAt <= now
      ? balance
      : balance * (1 - (end - now) / Math.max(1, emptyAt - now));
  const steps = [
    ...history.map((point) => ({ at: point.at, quota: point.balance })),
    ...(end > now ? [{ at: end, quota: left }] : []),
  ];
  return (
    <ReadableSteps
      label={t('dashboard.forecast.title')}
      timeName={t('dashboard.forecast.day')}
      columns={[t('dashboard.forecast.balance')]}
      steps={steps.map(({ at, quota }) => ({
        at: x(at) / WIDTH,
        name: day(at),
        texts: [money(Math.round(quota))],
      }))}
    >
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="forecast-chart" aria-hidden>
        {ticks.map((tick) => (
          <g key={tick}>
            <line x1={LEFT} x2={WIDTH} y1={y(tick)} y2={y(tick)} stroke="var(--grid)" />
            <text x={LEFT - 6} y={y(tick) + 4} textAnchor="end">
              {axisOf('spend')(tick)}
            </text>
          </g>
        ))}
        <polygon
          points={`${x(from)},${y(0)} ${line} ${x(now)},${y(0)}`}
          fill="var(--c1)"
          opacity={0.12}
        />
        <polyline points={line} fill="none" stroke="var(--c1)" strokeWidth={1.8} />
        {end > now ? (
          <line
            x1={x(now)}
            y1={y(balance)}
            x2={x(end)}
            y2={y(left)}
            stroke="var(--c1)"
            strokeWidth={1.8}
            strokeDasharray="3 4"
          />
        ) : null}
        <circle
          cx={x(now)}
          cy={y(balance)}
          r={3.5}
          fill="var(--bg)"
          stroke="var(--c1)"
          strokeWidth={1.8}
        />
        <text x={LEFT} y={HEIGHT - 3}>
          {day(from)}
        </text>
        <text x={x(now)} y={HEIGHT - 3} textAnchor={end > now ? 'middle' : 'end'}>
          {t('dashboard.forecast.today')}
        </text>
        {end - now > (end - from) / 5 ? (
          <text x={WIDTH} y={HEIGHT - 3} textAnchor="end">
            {day(end)}
          </text>
        ) : null}
      </svg>
    </ReadableSteps>
  );
}
