import type { User } from '@tollgate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { refetch, readFrom } from '../../../api/refetch.ts';

const CHANGED = [
  calls.getSelf,
  calls.listLogs,
  calls.listOwnLogs,
  calls.listOwnBalanceChanges,
  calls.listOwnBalanceDays,
  calls.getLogStat,
  calls.getOwnLogStat,
];

/** Returns a function that shows a credit at once, in the wallet and in the header, and then refetches. */
export function useCredit(): (quota: number) => void {
  const client = useQueryClient();
  return (quota) => {
    client.setQueriesData<User>({ queryKey: [calls.getSelf.path, calls.getSelf.method] }, (user) =>
      user ? { ...user, quota: user.quota + quota } : user,
    );
    void refetch(client, readFrom(CHANGED));
  };
}
