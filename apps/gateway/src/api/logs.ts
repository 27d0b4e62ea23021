import { endpoints } from '@tollgate/contract';
import { deleteLogs, readLogs, readLogStat } from '../domain/log-reading.ts';
import { callerOf, implement } from './context.ts';

export const logRoutes = [
  implement(endpoints.listLogs, ({ domain, query, language }) =>
    readLogs(domain, query, { ownerId: undefined, language }),
  ),
  implement(endpoints.listOwnLogs, (call) =>
    readLogs(call.domain, call.query, {
      ownerId: callerOf(call).user.id,
      language: call.language,
    }),
  ),
  implement(endpoints.getLogStat, ({ domain, query }) => readLogStat(domain, query, undefined)),
  implement(endpoints.getOwnLogStat, (call) =>
    readLogStat(call.domain, call.query, callerOf(call).user.id),
  ),
  implement(endpoints.deleteLogs, (call) =>
    deleteLogs(call.domain, call.query.target_timestamp, callerOf(call).user),
  ),
];
