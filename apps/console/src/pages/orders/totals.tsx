import { Paper, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import type { OrderTotals } from '@tollgate/contract';
import dayjs from 'dayjs';
import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';
import { formatQuota } from '@tollgate/pricing';
import { tip } from '../../ui/feedback/tooltips.tsx';
import type { DateRange } from '../../ui/filters/date-range.ts';
import { useQuotaDisplay } from '../../status.ts';

type State = OrderTotals['states'][number]['state'];

/** Bars beyond this many say nothing on their own. */
const DAYS_MAX = 31;

/** What the orders of the filter come to, and what was paid on each day. */
export function OrderSums({
  totals,
  range,
}: {
  totals: OrderTotals | undefined;
  range: DateRange;
}) {
  const { t } = useTranslation();
  return (
    <Paper withBorder mb="md" className="sum-row" component="dl">
      <Sum name={t('orders.totals.paid')} states={['paid']} totals={totals} />
      <Sum name={t('orders.totals.uncredited')} states={['uncredited']} totals={totals} alarms />
      <Sum name={t('orders.totals.awaiting')} states={['awaiting']} totals={totals} />
      <Sum name={t('orders.totals.ended')} states={['expired', 'failed']} totals={totals} />
      {totals && totals.days.length > 0 ? <DayBars days={totals.days} range={range} /> : null}
    </Paper>
  );
}

function Sum({
  name,
  states,
  totals,
  alarms = false,
}: {
  name: string;
  states: readonly State[];
  totals: OrderTotals | undefined;
  alarms?: boolean;
}) {
  const { t } = useTranslation();
  const of = totals?.states.filter(({ state }) => states.includes(state)) ?? [];
  const quota = of.reduce((sum, one) => sum + one.quota, 0);
  const orders = of.reduce((sum, one) => sum + one.orders, 0);
  return (
    <div className="sum">
      <dt>{name}</dt>
      <dd className="tabular" data-alarms={alarms && orders > 0}>
        {totals ? <Money quota={quota} /> : <Skeleton height={20} width={80} my={4} />}
        <Text size="xs" c="dimmed" component="div">
          {totals ? t('orders.totals.orders', { count: orders }) : ' '}
        </Text>
      </dd>
    </div>
  );
}

/** A bar a day of the range, the newest last; what was paid on each in words for those who don't see them. */
function DayBars({ days, range }: { days: OrderTotals['days']; range: DateRange }) {
  const { t, i18n } = useTranslation();
  const display = useQuotaDisplay();
  const paid = new Map(days.map((day) => [dayjs.unix(day.start).format('YYYY-MM-DD'), day]));
  const last = dayjs.unix(range.end).startOf('day');
  const count = Math.min(DAYS_MAX, last.diff(dayjs.unix(range.start).startOf('day'), 'day') + 1);
  const shown = Array.from({ length: Math.max(1, count) }, (_, index) =>
    last.subtract(Math.max(1, count) - 1 - index, 'day'),
  ).map((day) => ({ day, ...(paid.get(day.format('YYYY-MM-DD')) ?? { orders: 0, quota: 0 }) }));
  const most = Math.max(1, ...shown.map(({ quota }) => quota));
  const format = new Intl.DateTimeFormat(i18n.language, { day: 'numeric', month: 'short' });
  const describe = ({ day, orders, quota }: (typeof shown)[number]) =>
    t('orders.totals.onDay', {
      day: format.format(day.toDate()),
      amount: formatQuota(quota, display),
      orders: t('orders.totals.orders', { count: orders }),
    });
  return (
    <div className="sum day-bars">
      <dt>{t('orders.totals.byDay')}</dt>
      <dd>
        <div className="bars" aria-hidden>
          {shown.map(({ day, orders, quota }) => (
            <span
              key={day.unix()}
              className="bar"
              style={{ height: `${Math.max(quota === 0 ? 4 : 10, (quota / most) * 100)}%` }}
              data-empty={quota === 0}
              {...tip(describe({ day, orders, quota }))}
            />
          ))}
        </div>
        <VisuallyHidden component="ul">
          {shown
            .filter(({ orders }) => orders > 0)
            .map(({ day, ...sum }) => (
              <li key={day.unix()}>{describe({ day, ...sum })}</li>
            ))}
        </VisuallyHidden>
      </dd>
    </div>
  );
}
