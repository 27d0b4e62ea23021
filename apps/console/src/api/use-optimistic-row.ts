import { type Query, useQueryClient } from '@tanstack/react-query';
import type { Call } from 'virtual:calls';
import { useRef } from 'react';
import { patchCachedRow } from './patch-cached-row.ts';
import { refetch, readFrom } from './refetch.ts';

/**
 * Changes a row on screen before the server has responded. Returns a function that shows a change and makes
 * its call; if that fails, the row is restored and the error is thrown. The lists are refetched either way,
 * unless the call returned the new row and no other change of that row overlapped, as calls may be answered in
 * another order than they were made.
 */
export function useOptimisticRow(
  lists: readonly Call<unknown>[],
  { returnsRow = false }: { returnsRow?: boolean } = {},
) {
  const client = useQueryClient();
  const isList = readFrom(lists);
  /** How many changes of each row were begun. */
  const begun = useRef(new Map<number, number>());
  return async (id: number, changes: object, call: () => Promise<object | null>): Promise<void> => {
    const number = (begun.current.get(id) ?? 0) + 1;
    begun.current.set(id, number);
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
      const isLatest = begun.current.get(id) === number;
      const isKnown = returnsRow && result !== null && isLatest;
      if (isKnown && result) show(result);
      // Lists whose read was canceled above have no rows yet to patch.
      const isEmpty = (query: Query) => query.state.data === undefined && isList.predicate(query);
      void refetch(client, isKnown ? { predicate: isEmpty } : isList);
    }
  };
}
