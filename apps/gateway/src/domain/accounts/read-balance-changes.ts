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
interface Wanted {
  page: { page: number; pageSize: number };
  filter: LedgerFilter;
}

/** What a query asks for, as the ledger knows it. */
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

/** One page of the changes of a user's balance that are wanted, every finished call included; newest first. */
export function listBalanceChanges(context: Context, userId: number, wanted: Wanted) {
  return readChanges(context, userId, wanted, async (rows) => rows.map(presentChange));
}

/** The same of a team's balance, with who of its people made each change. */
export function listTeamBalanceChanges(context: Context, teamId: number, wanted: Wanted) {
  return readChanges(context, teamId, wanted, async (rows) => {
    const makers = await readMakers(context, rows);
    return rows.map((row) => ({ ...presentChange(row), by: makerOf(row, makers) }));
  });
}

async function readChanges<Change>(
  { store, wallet }: Context,
  userId: number,
  wanted: Wanted,
  present: (rows: LedgerRow[]) => Promise<Change[]>,
) {
  await wallet.flush();
  // Whoever looks for something rare has millions of entries read.
  const found = await pageLedger(store.reader, userId, wanted);
  return {
    items: await present(found.items),
    page: found.page,
    page_size: found.pageSize,
    total: found.total,
    total_is_exact: found.totalIsExact,
  };
}

/** The names of those who made changes. */
const readMakers = ({ store }: Context, rows: readonly LedgerRow[]) =>
  readUsernames(store.db, [...new Set(rows.map(({ actor_id: id }) => Number(id)))]);

/** Nobody learns which administrator of the site adjusted a balance; nor is a team its own maker. */
function makerOf(row: LedgerRow, makers: ReadonlyMap<number, string>): string {
  const isOfSite = row.kind === 'adjustment' || row.actor_id === row.user_id;
  return isOfSite ? '' : (makers.get(Number(row.actor_id)) ?? '');
}

/**
 * All changes of a balance as a file (CSV), newest first, read as it is consumed; where it `tellsWho`, with
 * who made each, as of a team.
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
  const own = [`${time} (${zone})`, kind, amount, after, reference, reason];
  yield BYTE_ORDER_MARK + csvLine(tellsWho ? [...own, by] : own);
  const usdOf = createToUsd({ options });
  await wallet.flush();
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await listLedgerBefore(store.reader, userId, {
      before,
      limit: ROWS_AT_ONCE,
      filter,
    });
    const makers = tellsWho ? await readMakers({ store, wallet }, rows) : new Map();
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
          ...(tellsWho ? [makerOf(row, makers)] : []),
        ]);
      })
      .join('');
    const last = rows.at(-1);
    if (rows.length < ROWS_AT_ONCE || !last) return;
    before = Number(last.id);
  }
}

/** A change of a balance as its user sees it. */
export function presentChange(row: LedgerRow): BalanceChange {
  const kind = BALANCE_CHANGE_KINDS.find((known) => known === row.kind) ?? 'other';
  // The journal's positions and our own remarks say nothing to a user.
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
