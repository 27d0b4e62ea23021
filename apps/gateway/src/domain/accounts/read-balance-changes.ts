import {
  BALANCE_CHANGE_KINDS,
  type BalanceChange,
  type BalanceChangeKind,
} from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import {
  type LedgerFilter,
  type LedgerRow,
  listLedgerBefore,
  pageLedger,
} from '../../store/ledger-repository.ts';
import { readUsernames } from '../../store/usage-names-repository.ts';
import type { Domain } from '../domain.ts';
import type { Language } from '../error-texts.ts';
import { BYTE_ORDER_MARK, csvLine } from '../log/csv-line.ts';
import { zonedTime } from '../log/zoned-time.ts';
import { createToUsd } from '../log/to-usd.ts';

const ROWS_AT_ONCE = 500;

type Context = Pick<Domain, 'store' | 'wallet'>;
interface LedgerQuery {
  page: { page: number; pageSize: number };
  filter: LedgerFilter;
}

/** Translates a query to a filter on the ledger. */
export function toLedgerFilter(query: {
  kind: BalanceChangeKind | '';
  start_timestamp: number;
  end_timestamp: number;
}): LedgerFilter {
  const { kind, start_timestamp: start, end_timestamp: end } = query;
  if (kind === '') return { start, end };
  if (kind !== 'other') return { kinds: [kind], start, end };
  return { otherThan: BALANCE_CHANGE_KINDS.filter((known) => known !== 'other'), start, end };
}

/** Returns one page of a user's balance changes that match, including every finished call; newest first. */
export function listBalanceChanges(context: Context, userId: number, query: LedgerQuery) {
  return readChanges(context, userId, query, async (rows) => rows.map(presentChange));
}

/** Does the same for a team's balance, including the member who made each change. */
export function listTeamBalanceChanges(context: Context, teamId: number, query: LedgerQuery) {
  return readChanges(context, teamId, query, async (rows) => {
    const creators = await readCreators(context, rows);
    return rows.map((row) => ({ ...presentChange(row), by: creatorOf(row, creators) }));
  });
}

async function readChanges<Change>(
  { store, wallet }: Context,
  userId: number,
  query: LedgerQuery,
  present: (rows: LedgerRow[]) => Promise<Change[]>,
) {
  await wallet.flush();
  // A filter for something rare reads millions of entries, hence the reader connection.
  const entries = await pageLedger(store.reader, userId, query);
  return {
    items: await present(entries.items),
    page: entries.page,
    page_size: entries.pageSize,
    total: entries.total,
    total_is_exact: entries.totalIsExact,
  };
}

/** Reads the names of the people who made changes. */
const readCreators = ({ store }: Context, rows: readonly LedgerRow[]) =>
  readUsernames(store.db, [...new Set(rows.map(({ actor_id: id }) => Number(id)))]);

/**
 * Hides which administrator of the site adjusted a balance; a team does not count as making its own changes.
 */
function creatorOf(row: LedgerRow, creators: ReadonlyMap<number, string>): string {
  const isOfSite = row.kind === 'adjustment' || row.actor_id === row.user_id;
  return isOfSite ? '' : (creators.get(Number(row.actor_id)) ?? '');
}

/**
 * Exports all changes of a balance as CSV, newest first, read as it is consumed; with `tellsWho`, includes
 * who made each, as for a team.
 */
export async function* exportBalanceChanges(
  { store, wallet, options }: Context & Pick<Domain, 'options'>,
  userId: number,
  {
    language,
    timeZone,
    filter,
    tellsWho = false,
  }: { language: Language; timeZone: string; filter: LedgerFilter; tellsWho?: boolean },
): AsyncGenerator<string> {
  const { zone, timeOf } = zonedTime(timeZone);
  const { columns, kinds } = texts[language].wallet.changes;
  const { time, kind, amount, after, by, reference, reason } = columns;
  const header = [`${time} (${zone})`, kind, amount, after, reference, reason];
  yield BYTE_ORDER_MARK + csvLine(tellsWho ? [...header, by] : header);
  const usdOf = createToUsd({ options });
  await wallet.flush();
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await listLedgerBefore(store.reader, userId, {
      before,
      limit: ROWS_AT_ONCE,
      filter,
    });
    const creators = tellsWho ? await readCreators({ store, wallet }, rows) : new Map();
    yield rows
      .map((row) => {
        const change = presentChange(row);
        return csvLine([
          timeOf(change.created_at),
          kinds[change.kind],
          usdOf(change.amount),
          usdOf(change.balance_after),
          change.reference,
          change.reason,
          ...(tellsWho ? [creatorOf(row, creators)] : []),
        ]);
      })
      .join('');
    const last = rows.at(-1);
    if (rows.length < ROWS_AT_ONCE || !last) return;
    before = Number(last.id);
  }
}

/** Returns a balance change as its user sees it. */
export function presentChange(row: LedgerRow): BalanceChange {
  const kind = BALANCE_CHANGE_KINDS.find((known) => known === row.kind) ?? 'other';
  // Journal positions and internal remarks mean nothing to a user.
  const isOfCalls = kind === 'loss' || row.reference === '' || /^\d+-\d+$/.test(row.reference);
  return {
    id: Number(row.id),
    created_at: Number(row.created_at),
    kind,
    amount: Number(row.amount),
    balance_after: Number(row.balance_after),
    reference: isOfCalls ? '' : row.reference,
    reason: kind === 'adjustment' ? row.reason : '',
  };
}
