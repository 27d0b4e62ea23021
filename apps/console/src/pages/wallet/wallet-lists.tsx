import { useTranslation } from '../../texts.tsx';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { StatusTabs } from '../../ui/tables/status-tabs.tsx';
import { OwnBalanceChanges } from './own-balance-changes.tsx';
import { OwnOrders } from './own-orders.tsx';
import { shownView, WALLET_VIEWS, walletQuery } from './query.ts';
import { useOpenOrders } from './use-own-orders.ts';
import { WalletLog } from './wallet-log.tsx';

/**
 * What happened to the balance: calls and top-ups, its changes, or the user's orders. Orders that wait for
 * their payment are counted on their tab.
 */
export function WalletLists({ topUp }: { topUp: () => void }) {
  const { t } = useTranslation();
  const [query, setQuery] = useUrlState(walletQuery);
  const open = useOpenOrders();
  const shown = shownView(query);
  return (
    <>
      <StatusTabs
        label={t('wallet.lists.label')}
        value={shown}
        choose={(view) => setQuery({ view })}
        tabs={WALLET_VIEWS.map((value) => ({
          value,
          label: t(`wallet.lists.${value}`),
          ...(value === 'orders' && open.length > 0
            ? { count: open.length, alarms: open.some(({ state }) => state === 'uncredited') }
            : {}),
        }))}
      />
      {shown === 'log' ? <WalletLog topUp={topUp} /> : null}
      {shown === 'changes' ? <OwnBalanceChanges /> : null}
      {shown === 'orders' ? <OwnOrders topUp={topUp} /> : null}
    </>
  );
}
