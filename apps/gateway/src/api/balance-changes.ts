import { endpoints } from '@tollgate/contract';
import {
  exportBalanceChanges,
  listBalanceChanges,
  listTeamBalanceChanges,
  toLedgerFilter,
} from '../domain/accounts/read-balance-changes.ts';
import { readBalanceDays } from '../domain/accounts/read-balance-days.ts';
import { readUser } from '../domain/accounts/users.ts';
import { readManagedTeam } from '../domain/teams/administer-teams.ts';
import { accountOf, actorOf, implement, Streamed } from './context.ts';

const searchOf = (
  query: { p: number; page_size: number } & Parameters<typeof toLedgerFilter>[0],
) => ({
  page: { page: query.p, pageSize: query.page_size },
  filter: toLedgerFilter(query),
});

const csvFile = (chunks: AsyncIterable<string>) =>
  new Streamed(chunks, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="tollgate-balance.csv"',
  });

export const balanceChangeRoutes = [
  implement(endpoints.listOwnBalanceChanges, (call) => {
    return listBalanceChanges(call.domain, accountOf(call).id, searchOf(call.query));
  }),
  implement(endpoints.exportOwnBalanceChanges, async (call) => {
    const { domain, query, language } = call;
    const reader = { language, timeZone: query.time_zone, filter: toLedgerFilter(query) };
    return csvFile(exportBalanceChanges(domain, accountOf(call).id, reader));
  }),
  implement(endpoints.listOwnBalanceDays, (call) => {
    const { month, time_zone: timeZone } = call.query;
    return readBalanceDays(call.domain, accountOf(call).id, { month, timeZone });
  }),
  implement(endpoints.listTeamBalanceChanges, (call) => {
    return listTeamBalanceChanges(call.domain, actorOf(call).teamId, searchOf(call.query));
  }),
  implement(endpoints.exportTeamBalanceChanges, async (call) => {
    const { domain, query, language } = call;
    const reader = {
      language,
      timeZone: query.time_zone,
      filter: toLedgerFilter(query),
      tellsWho: true,
    };
    return csvFile(exportBalanceChanges(domain, actorOf(call).teamId, reader));
  }),
  implement(endpoints.listBalanceChangesOfTeam, async (call) => {
    const { id } = await readManagedTeam(call.domain, call.params.id);
    return listTeamBalanceChanges(call.domain, id, searchOf(call.query));
  }),
  implement(endpoints.listBalanceChangesOfUser, async (call) => {
    const { id } = await readUser(call.domain, call.params.id);
    return listBalanceChanges(call.domain, id, searchOf(call.query));
  }),
];
