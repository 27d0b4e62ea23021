import { useLocation, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useRefetch } from '../../api/refetch.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Age } from '../../ui/display/age.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { MonthCard } from './month-card.tsx';
import { PaymentReturnAlert } from './payment-return-alert.tsx';
import { SummaryCard } from './summary-card.tsx';
import { TopUp } from './top-up/top-up.tsx';
import { usePaymentFlags } from './top-up/use-payment-flags.ts';
import { WalletLists } from './wallet-lists.tsx';

/** The user's balance, top-ups, and the changes of the balance. */
export function WalletPage() {
  const { t } = useTranslation();
  const flags = usePaymentFlags();
  const self = useEndpoint(calls.getSelf);
  const refetch = useRefetch();
  const navigate = useNavigate();
  const { state } = useLocation() as { state: { topUp?: boolean } };
  const [toppingUp, setToppingUp] = useState(false);
  const topUp = () => setToppingUp(true);
  return (
    <>
      <PageHeader
        title={t('wallet.title')}
        note={t('wallet.note')}
        age={<Age atMs={self.dataUpdatedAt} />}
      />
      <PaymentReturnAlert />
      {self.error && !self.data ? (
        <ErrorState error={self.error} retry={() => void refetch()} />
      ) : (
        <>
          <div className="wallet-top">
            <SummaryCard topUp={topUp} />
            <MonthCard />
          </div>
          <WalletLists topUp={topUp} />
        </>
      )}
      {toppingUp || state.topUp ? (
        <TopUp
          flags={flags}
          close={() => {
            setToppingUp(false);
            // It survives a reload, and would open the dialog again.
            if (state.topUp) void navigate({ to: '.', search: true, state: {}, replace: true });
          }}
        />
      ) : null}
    </>
  );
}
