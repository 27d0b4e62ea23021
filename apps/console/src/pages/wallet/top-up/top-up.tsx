import { useNavigate } from '@tanstack/react-router';
import { formatQuota } from '@tollgate/pricing';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { useQuotaDisplay } from '../../../status.ts';
import { toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { pages } from '../../index.ts';
import { CardModal } from '../airwallex/card-modal.tsx';
import { CryptoModal } from '../cryptomus/crypto-modal.tsx';
import { AwaitPayment } from './await-payment.tsx';
import { ConfirmTopUp } from './confirm-top-up.tsx';
import type { PaymentFlags } from './payment-methods.ts';
import type { TypedAmount } from './top-up-amount.ts';
import { type TopUpMode, TopUpModal } from './top-up-modal.tsx';
import { useCredit } from './use-credit.ts';
import type { PricedTopUp, StartedPayment } from './use-online-payment.ts';

/** Where somebody who tops up is; each step is a dialog, one at a time. */
type Step =
  | { at: 'choose' }
  | { at: 'confirm'; topUp: PricedTopUp }
  | { at: 'wait'; payment: StartedPayment; paidBefore: number }
  | { at: 'card'; topUp: PricedTopUp }
  | { at: 'crypto'; amount: number };

/** The way from the button to the money on the balance. */
export function TopUp({ flags, close }: { flags: PaymentFlags; close: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const self = useEndpoint(calls.getSelf);
  const display = useQuotaDisplay();
  const credit = useCredit();
  const [step, setStep] = useState<Step>({ at: 'choose' });
  const [mode, setMode] = useState<TopUpMode>('online');
  const [amount, setAmount] = useState<TypedAmount>('');
  const back = () => setStep({ at: 'choose' });
  const paidBefore = self.data?.total_topup ?? 0;

  switch (step.at) {
    case 'choose':
      return (
        <TopUpModal
          mode={mode}
          setMode={setMode}
          flags={flags}
          amount={amount}
          setAmount={setAmount}
          priced={(topUp) =>
            setStep({ at: topUp.method === 'airwallex' ? 'card' : 'confirm', topUp })
          }
          payWithCoins={(dollars) => setStep({ at: 'crypto', amount: dollars })}
          redeemed={(quota) => {
            credit(quota);
            const added = t('wallet.redeem.added', { amount: formatQuota(quota, display) });
            toastSuccess(t('wallet.redeem.done'), added);
            close();
          }}
          close={close}
        />
      );
    case 'confirm':
      return (
        <ConfirmTopUp
          topUp={step.topUp}
          cancel={back}
          started={(payment) => setStep({ at: 'wait', payment, paidBefore })}
        />
      );
    case 'wait':
      return (
        <AwaitPayment
          payment={step.payment}
          paidBefore={step.paidBefore}
          back={back}
          close={(received) => {
            if (received) credit(0);
            close();
          }}
        />
      );
    case 'card':
      return (
        <CardModal
          topUp={step.topUp}
          live={flags.liveCard}
          leave={back}
          paid={() => void navigate({ to: pages.checkoutSuccess.path })}
        />
      );
    case 'crypto':
      return <CryptoModal amount={step.amount} leave={back} />;
  }
}
