import type { User } from '@tollgate/contract';
import { useQueryClient } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { refetch } from '../../../api/refetch.ts';

/**
 * Returns a function that shows a credit at once, in the wallet and in the header, and then refetches
 * everything: lists, forecasts, warnings and the steps to the first call depend on the balance.
 */
export function useCredit(): (quota: number) => void {
  const client = useQueryClient();
  return (quota) => {
    client.setQueriesData<User>({ queryKey: [calls.getSelf.path, calls.getSelf.method] }, (user) =>
      user ? { ...user, quota: user.quota + quota } : user,
    );
    void refetch(client);
  };
}
