import { calls } from 'virtual:calls';
import { unixSeconds } from '../../server-clock.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { isAdmin, useStoredUser } from '../../session/session.ts';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import { windowOfPeriod } from './period.ts';
import { walletQuery } from './query.ts';

/** Fetches the wallet's log for the query in the URL. */
export function useWalletList() {
  const admin = isAdmin(useStoredUser());
  const table = useTablePreferences('wallet');
  const [query, setQuery] = useUrlState(walletQuery, table.remembered);
  const { period, ...rest } = query;
  const span = windowOfPeriod(period, unixSeconds());
  const list = useEndpoint(admin ? calls.listLogs : calls.listOwnLogs, {
    query: { ...rest, ...span },
  });
  return { admin, table, query, setQuery, span, list };
}
