import { endpoints } from '@tollgate/contract';
import { deleteLogs, readLogs, readLogStat } from '../domain/log-reading.ts';
import { noteManagement } from '../domain/user-administration.ts';
import { callerOf, implement } from './context.ts';

export const logRoutes = [
  implement(endpoints.listLogs, ({ domain, query }) => readLogs(domain, query, undefined)),
  implement(endpoints.listOwnLogs, (call) =>
    readLogs(call.domain, call.query, callerOf(call).user.id),
  ),
  implement(endpoints.getLogStat, ({ domain, query }) => readLogStat(domain, query, undefined)),
  implement(endpoints.getOwnLogStat, (call) =>
    readLogStat(call.domain, call.query, callerOf(call).user.id),
  ),
  implement(endpoints.deleteLogs, async (call) => {
    const { user } = callerOf(call);
    const count = await deleteLogs(call.domain, call.query.target_timestamp);
    await noteManagement(
      call.domain,
      user,
      `deleted ${count} log rows before ${call.query.target_timestamp}`,
    );
    return count;
  }),
];
