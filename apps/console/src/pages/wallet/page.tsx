import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Age } from '../../ui/display/age.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { MonthCard } from './month-card.tsx';
import { OwnBalanceChanges } from './own-balance-changes.tsx';
import { OwnOrders } from './own-orders.tsx';
import { PaymentReturnAlert } from './payment-return-alert.tsx';
import { SummaryCard } from './summary-card.tsx';
import { TopUp } from './top-up/top-up.tsx';
import { usePaymentFlags } from './top-up/use-payment-flags.ts';
import { WalletLog } from './wallet-log.tsx';

/** The own balance, ways to add to it, and what became of it. */
export function WalletPage() {
  const { t } = useTranslation();
  const flags = usePaymentFlags();
  const { dataUpdatedAt } = useEndpoint(calls.getSelf);
  const [toppingUp, setToppingUp] = useState(false);
  const topUp = () => setToppingUp(true);
  return (
    <>
      <PageHeader
        title={t('wallet.title')}
        note={t('wallet.note')}
        age={<Age atMs={dataUpdatedAt} />}
      />
      <PaymentReturnAlert />
      <div className="wallet-top">
        <SummaryCard topUp={topUp} />
        <MonthCard />
      </div>
      <OwnOrders />
      <OwnBalanceChanges />
      <WalletLog topUp={topUp} />
      {toppingUp ? <TopUp flags={flags} close={() => setToppingUp(false)} /> : null}
    </>
  );
}
