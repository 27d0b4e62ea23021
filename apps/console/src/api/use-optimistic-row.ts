import { type Query, useQueryClient } from '@tanstack/react-query';
import type { Call } from 'virtual:calls';
import { patchCachedRow } from './patch-cached-row.ts';
import { readAgain, readFrom } from './read-again.ts';

/**
 * Changes a row on screen before the server has answered. Answers a function that shows a change
 * and runs its call; where that fails the row is as before and the failure is thrown. The lists
 * are read again either way, unless the call answered what is to stand in the row.
 */
export function useOptimisticRow(
  lists: readonly Call<unknown>[],
  { answersRow = false }: { answersRow?: boolean } = {},
) {
  const client = useQueryClient();
  const isList = readFrom(lists);
  return async (id: number, changes: object, call: () => Promise<object | null>): Promise<void> => {
    // A read that is under way would bring the earlier value back.
    await client.cancelQueries(isList);
    const before = client.getQueriesData(isList);
    const show = (fields: object) => {
      for (const [key, data] of client.getQueriesData(isList))
        client.setQueryData(key, patchCachedRow(data, id, fields));
    };
    show(changes);
    let answer: object | null = null;
    try {
      answer = await call();
    } catch (error) {
      for (const [key, data] of before) client.setQueryData(key, data);
      throw error;
    } finally {
      if (answersRow && answer) show(answer);
      // What was cut short above has no rows yet that the answer could stand in.
      const isEmpty = (query: Query) => query.state.data === undefined && isList.predicate(query);
      void readAgain(client, answersRow && answer ? { predicate: isEmpty } : isList);
    }
  };
}
