import { Paper, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import type { OrderTotals } from '@tollgate/contract';
import dayjs from 'dayjs';
import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';
import { formatQuota } from '@tollgate/pricing';
import { tip } from '../../ui/feedback/tip.ts';
import type { DateRange } from '../../ui/filters/date-range.ts';
import { useQuotaDisplay } from '../../status.ts';
import { formatPayment } from './format-payment.ts';
import { formatSpan } from '../../ui/format/format-span.ts';
import { localeOf } from '../../ui/format/locale-of.ts';

type State = OrderTotals['states'][number]['state'];

/** As high as the text that follows. */
const NOTHING_YET = '\u00a0';
/** With more bars, single ones could not be read. */
const BARS_MAX = 31;

/** Totals of the filtered orders, and the payments of each day. */
export function OrderSums({
  totals,
  isPending,
  range,
}: {
  totals: OrderTotals | undefined;
  isPending: boolean;
  range: DateRange;
}) {
  const shared = { totals, isPending };
  const { t, i18n } = useTranslation();
  return (
    <Paper withBorder mb="md" className="sum-row" component="dl">
      <Sum
        name={t('orders.totals.paid')}
        states={['paid']}
        {...shared}
        more={totals?.payments
          .map(({ cents, currency }) => formatPayment(cents, currency, i18n.language))
          .join(' · ')}
      />
      <Sum name={t('orders.totals.uncredited')} states={['uncredited']} {...shared} alarms />
      <Sum name={t('orders.totals.awaiting')} states={['awaiting']} {...shared} />
      <Sum
        name={t('orders.totals.refunded')}
        states={['refunded']}
        {...shared}
        more={
          totals && totals.refunded_in_part > 0
            ? t('orders.totals.inPart', { count: totals.refunded_in_part })
            : ''
        }
      />
      <Sum name={t('orders.totals.ended')} states={['expired', 'failed']} {...shared} />
      {totals && totals.days.length > 0 ? <DayBars days={totals.days} range={range} /> : null}
      {isPending ? (
        <div className="sum day-bars">
          <dt>{NOTHING_YET}</dt>
          <dd className="bars" />
        </div>
      ) : null}
    </Paper>
  );
}

function Sum({
  name,
  states,
  totals,
  isPending,
  alarms = false,
  more = '',
}: {
  name: string;
  states: readonly State[];
  totals: OrderTotals | undefined;
  isPending: boolean;
  alarms?: boolean;
  /** The amounts paid, in their currencies; or how many orders were refunded in part. */
  more?: string | undefined;
}) {
  const { t } = useTranslation();
  const of = totals?.states.filter(({ state }) => states.includes(state)) ?? [];
  const quota = of.reduce((sum, one) => sum + one.quota, 0);
  const orders = of.reduce((sum, one) => sum + one.orders, 0);
  return (
    <div className="sum">
      <dt>{name}</dt>
      <dd className="tabular" data-alarms={alarms && orders > 0}>
        {totals ? (
          <Money quota={quota} />
        ) : isPending ? (
          <Skeleton height={20} width={80} my={4} />
        ) : (
          '–'
        )}
        <Text size="xs" c="dimmed" component="div">
          {totals
            ? [
                // Of orders in part only, it would be called the sum of none.
                orders === 0 && quota > 0 ? '' : t('orders.totals.orders', { count: orders }),
                more,
              ]
                .filter(Boolean)
                .join(' · ')
            : NOTHING_YET}
        </Text>
      </dd>
    </div>
  );
}

/**
 * A bar per day of the range (or per several days if there are too many), newest last; each with a text for
 * screen readers.
 */
function DayBars({ days, range }: { days: OrderTotals['days']; range: DateRange }) {
  const { t, i18n } = useTranslation();
  const display = useQuotaDisplay();
  const paid = new Map(days.map((day) => [dayjs.unix(day.start).format('YYYY-MM-DD'), day]));
  const last = dayjs.unix(range.end).startOf('day');
  const count = Math.max(1, last.diff(dayjs.unix(range.start).startOf('day'), 'day') + 1);
  const each = Math.ceil(count / BARS_MAX);
  const bars = Math.ceil(count / each);
  const shown = Array.from({ length: bars }, (_, index) => {
    const end = last.subtract((bars - 1 - index) * each, 'day');
    const sums = Array.from({ length: each }, (_day, back) =>
      paid.get(end.subtract(back, 'day').format('YYYY-MM-DD')),
    );
    return {
      day: end.subtract(each - 1, 'day'),
      end,
      orders: sums.reduce((sum, one) => sum + (one?.orders ?? 0), 0),
      quota: sums.reduce((sum, one) => sum + (one?.quota ?? 0), 0),
    };
  });
  const most = Math.max(1, ...shown.map(({ quota }) => quota));
  const format = new Intl.DateTimeFormat(localeOf(i18n.language), {
    day: 'numeric',
    month: 'short',
  });
  const describe = ({ day, end, orders, quota }: (typeof shown)[number]) =>
    t('orders.totals.onDay', {
      day: formatSpan(format, day.valueOf(), end.valueOf()),
      amount: formatQuota(quota, display),
      orders: t('orders.totals.orders', { count: orders }),
    });
  return (
    <div className="sum day-bars">
      <dt>{each === 1 ? t('orders.totals.byDay') : t('orders.totals.byDays', { count: each })}</dt>
      <dd>
        <div className="bars" aria-hidden>
          {shown.map(({ day, end, orders, quota }) => (
            <span
              key={day.unix()}
              className="bar"
              style={{ height: `${Math.max(quota === 0 ? 4 : 10, (quota / most) * 100)}%` }}
              data-empty={quota === 0}
              {...tip(describe({ day, end, orders, quota }))}
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
