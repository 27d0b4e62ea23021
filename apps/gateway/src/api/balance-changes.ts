import { endpoints } from '@tollgate/contract';
import {
  exportBalanceChanges,
  listBalanceChanges,
} from '../domain/accounts/read-balance-changes.ts';
import { readUser } from '../domain/accounts/users.ts';
import { callerOf, implement, Streamed } from './context.ts';

export const balanceChangeRoutes = [
  implement(endpoints.listOwnBalanceChanges, (call) => {
    const { p: page, page_size: pageSize } = call.query;
    return listBalanceChanges(call.domain, callerOf(call).user.id, { page, pageSize });
  }),
  implement(endpoints.exportOwnBalanceChanges, async (call) => {
    const { domain, query, language } = call;
    const reader = { language, timeZone: query.time_zone };
    return new Streamed(exportBalanceChanges(domain, callerOf(call).user.id, reader), {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="tollgate-balance.csv"',
    });
  }),
  implement(endpoints.listBalanceChangesOfUser, async (call) => {
    const { p: page, page_size: pageSize } = call.query;
    const { id } = await readUser(call.domain, call.params.id);
    return listBalanceChanges(call.domain, id, { page, pageSize });
  }),
];
