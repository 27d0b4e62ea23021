import { type Query, useQueryClient } from '@tanstack/react-query';
import type { Call } from 'virtual:calls';
import { patchCachedRow } from './patch-cached-row.ts';
import { refetch, readFrom } from './refetch.ts';

/**
 * Changes a row on screen before the server has responded. Returns a function that shows a change and makes
 * its call; if that fails, the row is restored and the error is thrown. The lists are refetched either way,
 * unless the call returned the new row.
 */
export function useOptimisticRow(
  lists: readonly Call<unknown>[],
  { returnsRow = false }: { returnsRow?: boolean } = {},
) {
  const client = useQueryClient();
  const isList = readFrom(lists);
  return async (id: number, changes: object, call: () => Promise<object | null>): Promise<void> => {
    // A read in flight would bring the earlier value back.
    await client.cancelQueries(isList);
    const before = client.getQueriesData(isList);
    const show = (fields: object) => {
      for (const [key, data] of client.getQueriesData(isList))
        client.setQueryData(key, patchCachedRow(data, id, fields));
    };
    show(changes);
    let result: object | null = null;
    try {
      result = await call();
    } catch (error) {
      for (const [key, data] of before) client.setQueryData(key, data);
      throw error;
    } finally {
      if (returnsRow && result) show(result);
      // Lists whose read was canceled above have no rows yet to patch.
      const isEmpty = (query: Query) => query.state.data === undefined && isList.predicate(query);
      void refetch(client, returnsRow && result ? { predicate: isEmpty } : isList);
    }
  };
}
