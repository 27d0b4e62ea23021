import { listMonths } from '../../store/log-months/month-tables.ts';
import { type ClickhouseTable, monthNumber } from '../../store/log-store/clickhouse-table.ts';
import {
  countShippedLogs,
  measureShippedLogs,
  type ShippedSpan,
} from '../../store/log-store/settled-logs-repository.ts';
import type { Domain } from '../domain.ts';

const DAY = 86_400;
/** Maximum number of statements per month, which keeps each one short. */
const STEPS = 31;

interface FindLostContext extends Pick<Domain, 'store'> {
  table: ClickhouseTable;
}

/** What is compared: the log between two times (Unix seconds) up to an id. */
interface FindLostOptions extends ShippedSpan {
  /** The end of the month that was last compared; 0 for none. */
  after: number;
  /** Whether to compare that month again, because rows were missing there. */
  compareAgain: boolean;
}

/**
 * Compares the number of rows in database and log store for one month: first any month of which the log store
 * has nothing, else the one before `after`, or that one again. Returns its end (Unix seconds) and the number
 * of missing rows.
 */
export async function findLostLogs(
  { store, table }: FindLostContext,
  { from, to, upTo, after, compareAgain }: FindLostOptions,
): Promise<{ month: number; missing: number }> {
  const months = (await listMonths(store.reader, 'logs'))
    .map(({ start, end }) => ({ from: Math.max(start ?? 0, from), end }))
    .filter((month) => month.from < Math.min(month.end, to))
    .toReversed();
  const compare = (month: (typeof months)[number]) =>
    countMissing({ store, table }, { from: month.from, to: Math.min(month.end, to), upTo });
  const shippedMonths = await table.listMonths();
  const isPresent = (month: (typeof months)[number]) =>
    shippedMonths.some(
      (number) => number >= monthNumber(month.from) && number < monthNumber(month.end),
    );
  const nextIndex = months.findIndex(({ end }) => (compareAgain ? end <= after : end < after));
  const inTurn = [
    ...months.slice(Math.max(nextIndex, 0)),
    ...months.slice(0, Math.max(nextIndex, 0)),
  ];
  for (const month of [...months.filter((candidate) => !isPresent(candidate)), ...inTurn]) {
    const { rows, missing } = await compare(month);
    // An empty month does not take a turn.
    if (missing > 0 || (rows > 0 && isPresent(month))) return { month: month.end, missing };
  }
  return { month: 0, missing: 0 };
}

/**
 * Counts the rows of a span, and how many the log store lacks; surplus rows of one part do not offset
 * another's.
 */
async function countMissing(
  { store, table }: FindLostContext,
  span: ShippedSpan,
): Promise<{ rows: number; missing: number }> {
  const measured = await measureShippedLogs(store.reader, span);
  if (!measured) return { rows: 0, missing: 0 };
  const { first, last } = measured;
  const step = Math.max(DAY, Math.ceil((last + 1 - first) / STEPS));
  let [rows, missing] = [0, 0];
  for (let from = first; from <= last; from += step) {
    const part = { ...span, from, to: Math.min(from + step, last + 1) };
    const stored = await table.count(part);
    // Counted after the log store, because deletions happen in the database first.
    const databaseRows = await countShippedLogs(store.reader, part);
    rows += databaseRows;
    missing += Math.max(0, databaseRows - stored);
  }
  return { rows, missing };
}
