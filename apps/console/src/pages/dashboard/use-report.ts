import type { UsageReport } from '@tollgate/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import type { ApiError } from '../../api/call-endpoint.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import type { DateRange } from '../../ui/filters/date-range.ts';
import { type DashboardQuery, toReportQuery } from './query.ts';

/** Users see their own usage by model or key only. */
export const ownDimension = (by: DashboardQuery['by']): 'key' | 'model' =>
  by === 'key' ? 'key' : 'model';

/** Fetches the report for a query, again after each interval (ms). */
export function useReport(
  query: DashboardQuery,
  range: DateRange,
  { isAdmin, everyMs }: { isAdmin: boolean; everyMs: number },
): UseQueryResult<UsageReport, ApiError> {
  const reportQuery = toReportQuery(query, range);
  const options = { refetchIntervalMs: everyMs };
  const fullReport = useEndpoint(
    calls.getUsageReport,
    {
      query: {
        ...reportQuery,
        by: query.user ? ownDimension(query.by) : query.by,
        user_id: query.user,
      },
    },
    { ...options, enabled: isAdmin },
  );
  const ownReport = useEndpoint(
    calls.getOwnUsageReport,
    { query: { ...reportQuery, by: ownDimension(query.by) } },
    { ...options, enabled: !isAdmin },
  );
  return isAdmin ? fullReport : ownReport;
}
