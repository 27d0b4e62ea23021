import { texts } from '@tollgate/i18n';
import { AppError } from '../../platform/app-error.ts';
import { nowSeconds } from '../../platform/clock.ts';
import { findFirstQuarter } from '../../store/expire-usage-stats.ts';
import { rankUsage } from '../../store/rank-usage.ts';
import { readUsagePieces } from '../../store/usage-stats-repository.ts';
import { BYTE_ORDER_MARK, csvLine } from '../log/csv-line.ts';
import { createToUsd } from '../log/to-usd.ts';
import { zonedTime } from '../log/zoned-time.ts';
import type { Language } from '../error-texts.ts';
import { countedUsage, nameKeys } from './usage-scope.ts';
import { frameOf, type UsageReportContext, type UsageReportQuery } from './usage-report.ts';

/** Maximum number of keys in a file, highest first, and how many of them are read at once. */
const KEYS_MAX = 1000;
const KEYS_AT_ONCE = 20;

/**
 * Exports a report as CSV: a line for each piece of time and key that had calls, key by key, highest first.
 * Amounts in US dollars and in quota; cells that a spreadsheet would run are escaped.
 */
export async function exportUsageCsv(
  domain: UsageReportContext,
  query: UsageReportQuery,
  reader: { userId: number | undefined; isAdmin: boolean; language: Language },
): Promise<AsyncGenerator<string>> {
  if (!domain.options.boolean('DataExportEnabled')) throw new AppError('dashboard_disabled');
  await domain.wallet.flush();
  const since = await findFirstQuarter(domain.store.reader);
  const { range, edges, zone } = frameOf(query, { now: nowSeconds(domain.clock), since });
  const { parts, by } = await countedUsage(domain, query.by, reader.userId);
  const db = domain.store.reader;
  const { rows } = await rankUsage(db, parts, { range, by: 'quota', limit: KEYS_MAX });
  const { timeOf } = zonedTime(zone);
  const labels = texts[reader.language].dashboard;
  const toUsd = createToUsd(domain);

  async function* lines(): AsyncGenerator<string> {
    yield (
      BYTE_ORDER_MARK +
        csvLine([
          `${labels.time} (${zone})`,
          labels.by[by],
          labels.csv.id,
          labels.csv.usd,
          labels.csv.quota,
          labels.csv.refunded,
          labels.csv.calls,
          labels.csv.failed,
          labels.csv.input,
          labels.csv.output,
        ])
    );
    for (let start = 0; start < rows.length; start += KEYS_AT_ONCE) {
      const keys = rows.slice(start, start + KEYS_AT_ONCE).map(({ key }) => key);
      const [names, pieces] = await Promise.all([
        nameKeys(domain, by, keys, reader.isAdmin),
        readUsagePieces(db, { scope: parts.scope, keys }, edges),
      ]);
      const text = keys.flatMap((key, index) =>
        pieces
          .filter((counts) => counts.key === key)
          .map((counts) => {
            const spend = counts.quota - counts.refunded;
            return csvLine([
              timeOf(edges[counts.piece] ?? 0),
              names[index]?.name || key,
              by === 'model' || by === 'group' ? '' : key,
              toUsd(spend),
              spend,
              counts.refunded,
              counts.calls + counts.failed,
              counts.failed,
              counts.prompt_tokens,
              counts.completion_tokens,
            ]);
          }),
      );
      yield text.join('');
    }
  }
  return lines();
}
