import { BALANCE_CHANGE_KINDS, type BalanceChange } from '@tollgate/contract';
import { texts } from '@tollgate/i18n';
import { type LedgerRow, listLedgerBefore, pageLedger } from '../../store/ledger-repository.ts';
import type { Domain } from '../domain.ts';
import type { Language } from '../error-texts.ts';
import { BYTE_ORDER_MARK, csvLine } from '../log/csv-line.ts';
import { zonedTime } from '../log/zoned-time.ts';
import { createToUsd } from '../log/to-usd.ts';

const ROWS_AT_ONCE = 500;

type Context = Pick<Domain, 'store' | 'wallet'>;

/** One page of the changes of a user's balance, every finished call included; newest first. */
export async function listBalanceChanges(
  { store, wallet }: Context,
  userId: number,
  page: { page: number; pageSize: number },
) {
  await wallet.flush();
  const found = await pageLedger(store.db, userId, page);
  return {
    items: found.items.map(presentChange),
    page: found.page,
    page_size: found.pageSize,
    total: found.total,
    total_is_exact: found.totalIsExact,
  };
}

/** All changes of a user's balance as a file (CSV), newest first, read as it is consumed. */
export async function* exportBalanceChanges(
  { store, wallet, options }: Context & Pick<Domain, 'options'>,
  userId: number,
  { language, timeZone }: { language: Language; timeZone: string },
): AsyncGenerator<string> {
  const { zone, timeOf } = zonedTime(timeZone);
  const { columns, kinds } = texts[language].wallet.changes;
  const { time, kind, amount, after, reference, reason } = columns;
  yield BYTE_ORDER_MARK + csvLine([`${time} (${zone})`, kind, amount, after, reference, reason]);
  const usdOf = createToUsd({ options });
  await wallet.flush();
  let before = Number.MAX_SAFE_INTEGER;
  for (;;) {
    const rows = await listLedgerBefore(store.db, userId, { before, limit: ROWS_AT_ONCE });
    yield rows
      .map(presentChange)
      .map((row) =>
        csvLine([
          timeOf(row.created_at),
          kinds[row.kind],
          usdOf(row.amount),
          usdOf(row.balance_after),
          row.reference,
          row.reason,
        ]),
      )
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
