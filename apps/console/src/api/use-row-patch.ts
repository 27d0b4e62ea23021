import { useQueryClient } from '@tanstack/react-query';
import type { Call } from 'virtual:calls';
import { withPatchedRow } from './patched-rows.ts';

/**
 * Changes a row on screen before the server has answered. Answers a function that shows a change
 * and runs its call; where that fails the row is as before and the failure is thrown. The lists
 * are read again either way.
 */
export function useRowPatch(lists: readonly Call<unknown>[]) {
  const client = useQueryClient();
  const paths: readonly unknown[] = lists.map(({ path }) => path);
  const isList = {
    predicate: ({ queryKey }: { queryKey: readonly unknown[] }) => paths.includes(queryKey[0]),
  };
  return async (id: number, changes: object, call: () => Promise<unknown>): Promise<void> => {
    // A read that is under way would bring the earlier value back.
    await client.cancelQueries(isList);
    const before = client.getQueriesData(isList);
    for (const [key, data] of before) client.setQueryData(key, withPatchedRow(data, id, changes));
    try {
      await call();
    } catch (error) {
      for (const [key, data] of before) client.setQueryData(key, data);
      throw error;
    } finally {
      void client.invalidateQueries(isList);
    }
  };
}
