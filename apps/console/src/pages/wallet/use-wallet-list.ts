import dayjs from 'dayjs';
import { calls } from 'virtual:calls';
import { useRefetch } from '../../api/refetch.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { isAdmin, useStoredUser } from '../../session/session.ts';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import { windowOfPeriod } from './period.ts';
import { walletQuery } from './query.ts';

const OTHERS = [calls.listOwnOrders, calls.listOwnBalanceChanges, calls.listOwnBalanceDays];

/** Fetches the wallet's log for the query in the URL. */
export function useWalletList() {
  const admin = isAdmin(useStoredUser());
  const table = useTablePreferences('wallet');
  const [query, setQuery] = useUrlState(walletQuery, table.remembered);
  const { period, ...rest } = query;
  const span = windowOfPeriod(period, dayjs().unix());
  const refetchOthers = useRefetch();
  const { data, error, isFetching, refetch } = useEndpoint(
    admin ? calls.listLogs : calls.listOwnLogs,
    {
      query: { ...rest, ...span },
    },
  );
  // While its error also stands for other failed lists, its retry reloads them too.
  const retry: typeof refetch = (options) => {
    if (!data) void refetchOthers(OTHERS);
    return refetch(options);
  };
  const list = { data, error, isFetching, refetch: retry };
  return { admin, table, query, setQuery, span, list };
}

export type WalletList = ReturnType<typeof useWalletList>;
