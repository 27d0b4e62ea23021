import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { balanceChangeEntity, balanceChangeFilter } from '../entities/balance-change.ts';
import { pageOf, pageQuery } from '../paging.ts';

const params = z.object({ id: z.coerce.number().int() });

export const balanceChangeEndpoints = {
  listOwnBalanceChanges: endpoint({
    method: 'GET',
    path: '/api/user/self/balance_changes',
    access: 'user',
    scope: 'billing:read',
    team: 'admin',
    summary: 'Every change of the own balance, newest first',
    summaryZh: '自己余额的每一笔变动，最新在前',
    query: pageQuery.extend(balanceChangeFilter),
    data: pageOf(balanceChangeEntity),
  }),
  exportOwnBalanceChanges: endpoint({
    method: 'GET',
    path: '/api/user/self/balance_changes/export',
    access: 'user',
    scope: 'billing:read',
    team: 'admin',
    summary: 'Every change of the own balance as a file (CSV), newest first',
    summaryZh: '自己余额的每一笔变动，CSV 文件，最新在前',
    streams: 'csv',
    query: z.object({ time_zone: z.string().trim().max(64).catch(''), ...balanceChangeFilter }),
    data: z.string(),
  }),
  listBalanceChangesOfUser: endpoint({
    method: 'GET',
    path: '/api/user/{id}/balance_changes',
    access: 'admin',
    scope: 'users:read',
    summary: 'Every change of the balance of a user, newest first',
    summaryZh: '用户余额的每一笔变动，最新在前',
    params,
    query: pageQuery.extend(balanceChangeFilter),
    data: pageOf(balanceChangeEntity),
  }),
};
