import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import {
  balanceChangeEntity,
  balanceChangeFilter,
  balanceDay,
} from '../entities/balance-change.ts';
import { pageOf, pageQuery } from '../paging.ts';

const params = z.object({ id: z.coerce.number().int() });

export const balanceChangeEndpoints = {
  listOwnBalanceChanges: endpoint({
    method: 'GET',
    path: '/api/user/self/balance_changes',
    access: 'user',
    scope: 'billing:read',
    team: 'admin',
    summary: 'Every change of your balance, newest first',
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
    summary: 'Every change of your balance as a file (CSV), newest first',
    summaryZh: '自己余额的每一笔变动，CSV 文件，最新在前',
    streams: 'csv',
    query: z.object({ time_zone: z.string().trim().max(64).catch(''), ...balanceChangeFilter }),
    data: z.string(),
  }),
  listOwnBalanceDays: endpoint({
    method: 'GET',
    path: '/api/user/self/balance_days',
    access: 'user',
    scope: 'billing:read',
    team: 'admin',
    summary: 'Daily totals of your balance changes by kind, for one month',
    summaryZh: '自己余额按日汇总的变动，每次一个月',
    query: z.object({
      /** Such as 2026-11; the current month by default. */
      month: z
        .string()
        .regex(/^[12]\d{3}-(0[1-9]|1[0-2])$/)
        .or(z.literal(''))
        .catch(''),
      /** IANA name; an unknown one means UTC. */
      time_zone: z.string().trim().max(64).catch(''),
    }),
    data: z.object({
      month: z.string(),
      time_zone: z.string(),
      /** Balance before the first day. */
      opening: z.number().int(),
      /** Whether there are balance changes in earlier months. */
      has_earlier: z.boolean(),
      /** Days with changes, newest first. */
      items: z.array(balanceDay),
    }),
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
