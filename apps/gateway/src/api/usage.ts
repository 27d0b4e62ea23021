import { endpoints } from '@tollgate/contract';
import { forecastBalance } from '../domain/usage/balance-forecast.ts';
import { exportUsageCsv } from '../domain/usage/export-usage-csv.ts';
import { readUsage } from '../domain/usage/read-usage.ts';
import { readUsageNow } from '../domain/usage/usage-now.ts';
import { readUsageReport } from '../domain/usage/usage-report.ts';
import { accountOf, implement, Streamed } from './context.ts';

export const usageRoutes = [
  implement(endpoints.getUsage, async ({ domain, query }) => readUsage(domain, query, undefined)),
  implement(endpoints.getOwnUsage, async (call) =>
    readUsage(call.domain, call.query, accountOf(call).id),
  ),
  implement(endpoints.getUsageReport, ({ domain, query }) =>
    readUsageReport(domain, query, { userId: query.user_id || undefined, isAdmin: true }),
  ),
  implement(endpoints.getOwnUsageReport, (call) =>
    readUsageReport(call.domain, call.query, { userId: accountOf(call).id, isAdmin: false }),
  ),
  implement(endpoints.exportUsage, async ({ domain, query, language }) =>
    asFile(
      await exportUsageCsv(domain, query, {
        userId: query.user_id || undefined,
        isAdmin: true,
        language,
      }),
    ),
  ),
  implement(endpoints.exportOwnUsage, async (call) => {
    const reader = { userId: accountOf(call).id, isAdmin: false, language: call.language };
    return asFile(await exportUsageCsv(call.domain, call.query, reader));
  }),
  implement(endpoints.getUsageNow, ({ domain }) => readUsageNow(domain)),
  implement(endpoints.getBalanceForecast, (call) =>
    forecastBalance(call.domain, accountOf(call).id, call.query.time_zone),
  ),
];

function asFile(lines: AsyncIterable<string>): Streamed {
  return new Streamed(lines, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="tollgate-usage.csv"',
  });
}
