import { texts } from '@tollgate/i18n';
import { type EarningsRow, listEarnings } from '../../store/earnings-repository.ts';
import type { Domain } from '../domain.ts';
import type { Language } from '../error-texts.ts';
import { BYTE_ORDER_MARK, csvLine } from '../log/csv-line.ts';
import { requireAgent } from './require-agent.ts';

const ROWS_AT_ONCE = 200;

/**
 * Exports all entries of a month (UTC) as CSV, oldest first. Throws AppError agent_required before the first
 * row.
 */
export async function exportStatementCsv(
  { store }: Pick<Domain, 'store'>,
  userId: number,
  { month, language }: { month: string; language: Language },
): Promise<AsyncGenerator<string>> {
  await requireAgent(store.db, userId);
  const [year = 0, number = 0] = month.split('-').map(Number);
  const [from, until] = [Date.UTC(year, number - 1) / 1000, Date.UTC(year, number) / 1000];
  return write();

  async function* write(): AsyncGenerator<string> {
    yield BYTE_ORDER_MARK + csvLine(Object.values(texts[language].agent.statement.columns));
    let after = 0;
    for (;;) {
      const rows = await listEarnings(store.reader, { userId, from, until, after }, ROWS_AT_ONCE);
      if (rows.length > 0) yield rows.map((row) => line(row, language)).join('');
      after = rows.at(-1)?.id ?? after;
      if (rows.length < ROWS_AT_ONCE) return;
    }
  }
}

function line(
  { created_at, kind, reference, amount, earnings_after }: EarningsRow,
  language: Language,
) {
  const { kinds } = texts[language].agent.statement;
  return csvLine([
    new Date(created_at * 1000).toISOString(),
    Object.hasOwn(kinds, kind) ? kinds[kind as keyof typeof kinds] : kind,
    reference,
    amount,
    earnings_after,
  ]);
}
