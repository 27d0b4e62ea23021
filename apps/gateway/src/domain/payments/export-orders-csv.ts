import { CREDITED_STATES, type Order } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { type OrderFilter, listOrdersBefore } from '../../store/order-search-repository.ts';
import type { Language } from '../error-texts.ts';
import { paymentMethodName } from '../payment-method-name.ts';
import { BYTE_ORDER_MARK, csvLine } from '../log/csv-line.ts';
import { createToUsd } from '../log/to-usd.ts';
import { zonedTime } from '../log/zoned-time.ts';
import { formatCents } from './format-cents.ts';
import { presentOrder } from './present-order.ts';
import type { PaymentDomain } from './start-payment.ts';

const ROWS_AT_ONCE = 200;

type ColumnName = keyof (typeof texts)['zh']['orders']['export'];
type Cell = (
  order: Order,
  reader: {
    language: Language;
    timeOf: (at: number) => string;
    toUsd: (quota: number) => number | '';
  },
) => string | number;

const COLUMNS: Readonly<Record<ColumnName, Cell>> = {
  created: ({ created_at }, { timeOf }) => timeOf(created_at),
  number: ({ number }) => number,
  reference: ({ reference }) => reference,
  userId: ({ user_id }) => user_id,
  user: ({ username }) => username,
  method: ({ provider, method }, { language }) => paymentMethodName(provider, method, language),
  paid: ({ pay_cents }) => Number(formatCents(pay_cents)),
  currency: ({ currency }) => currency,
  credit: ({ quota }) => quota,
  // Only what was credited: the sum of the column is what buyers got.
  credited: ({ state, quota, refunded_quota }, { toUsd }) =>
    CREDITED_STATES.has(state) && state !== 'refunded' ? toUsd(quota - refunded_quota) : '',
  refunded: ({ refunded_cents }) =>
    refunded_cents === 0 ? '' : Number(formatCents(refunded_cents)),
  state: ({ state }, { language }) => texts[language].orders.states[state],
  paidAt: ({ paid_at }, { timeOf }) => (paid_at === 0 ? '' : timeOf(paid_at)),
};

/** Columns of times, whose headers name the time zone. */
const ZONED: ReadonlySet<string> = new Set<ColumnName>(['created', 'paidAt']);

/** Exports all matching orders as CSV, newest first, read as it is consumed. */
export async function* exportOrdersCsv(
  { store, options }: Pick<PaymentDomain, 'store' | 'options'>,
  filter: OrderFilter,
  { language, timeZone }: { language: Language; timeZone: string },
): AsyncGenerator<string> {
  const { zone, timeOf } = zonedTime(timeZone);
  const reader = { language, timeOf, toUsd: createToUsd({ options }) };
  const headers = Object.entries(texts[language].orders.export).map(([name, text]) =>
    ZONED.has(name) ? `${text} (${zone})` : text,
  );
  yield BYTE_ORDER_MARK + csvLine(headers);
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await listOrdersBefore(store.reader, filter, { before, limit: ROWS_AT_ONCE });
    const lines = rows.map((row) => {
      const order = presentOrder(row);
      return csvLine(Object.values(COLUMNS).map((cell) => cell(order, reader)));
    });
    if (lines.length > 0) yield lines.join('');
    const last = rows.at(-1);
    if (rows.length < ROWS_AT_ONCE || !last) return;
    before = last.id;
  }
}
