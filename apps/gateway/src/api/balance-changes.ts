import { endpoints } from '@tollgate/contract';
import {
  exportBalanceChanges,
  listBalanceChanges,
  listTeamBalanceChanges,
} from '../domain/accounts/read-balance-changes.ts';
import { readUser } from '../domain/accounts/users.ts';
import { accountOf, actorOf, implement, Streamed } from './context.ts';

const asFile = (pieces: AsyncIterable<string>) =>
  new Streamed(pieces, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="tollgate-balance.csv"',
  });

export const balanceChangeRoutes = [
  implement(endpoints.listOwnBalanceChanges, (call) => {
    const { p: page, page_size: pageSize } = call.query;
    return listBalanceChanges(call.domain, accountOf(call).id, { page, pageSize });
  }),
  implement(endpoints.exportOwnBalanceChanges, async (call) => {
    const { domain, query, language } = call;
    const reader = { language, timeZone: query.time_zone };
    return asFile(exportBalanceChanges(domain, accountOf(call).id, reader));
  }),
  implement(endpoints.listTeamBalanceChanges, (call) => {
    const { p: page, page_size: pageSize } = call.query;
    return listTeamBalanceChanges(call.domain, actorOf(call).teamId, { page, pageSize });
  }),
  implement(endpoints.exportTeamBalanceChanges, async (call) => {
    const { domain, query, language } = call;
    const reader = { language, timeZone: query.time_zone, tellsWho: true };
    return asFile(exportBalanceChanges(domain, actorOf(call).teamId, reader));
  }),
  implement(endpoints.listBalanceChangesOfUser, async (call) => {
    const { p: page, page_size: pageSize } = call.query;
    const { id } = await readUser(call.domain, call.params.id);
    return listBalanceChanges(call.domain, id, { page, pageSize });
  }),
];
