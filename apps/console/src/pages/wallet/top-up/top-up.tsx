import { providerIdOf } from '@tollgate/contract';
import { useState } from 'react';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { OWN_CHECKOUTS, type OwnCheckout } from '../own-checkouts.ts';
import { AwaitPayment } from './await-payment.tsx';
import { ConfirmTopUp } from './confirm-top-up.tsx';
import { listMethods, type PaymentFlags } from './payment-methods.ts';
import type { TypedAmount } from './top-up-amount.ts';
import { type TopUpMode, TopUpModal } from './top-up-modal.tsx';
import { useCredit } from './use-credit.ts';
import type { PricedTopUp, StartedPayment } from './use-online-payment.ts';

/** The steps of a top-up; each is a dialog, one at a time. */
type Step =
  | { at: 'choose' }
  | { at: 'confirm'; topUp: PricedTopUp }
  | { at: 'wait'; payment: StartedPayment; topUp: PricedTopUp; paidBefore: number }
  | { at: 'own'; topUp: PricedTopUp; Component: OwnCheckout['Component'] };

/** The whole top-up, from selecting an amount to the credited balance. */
export function TopUp({ flags, close }: { flags: PaymentFlags; close: () => void }) {
  const self = useEndpoint(calls.getSelf);
  const credit = useCredit();
  const [step, setStep] = useState<Step>({ at: 'choose' });
  const [chosenMode, setMode] = useState<TopUpMode | undefined>(undefined);
  const isOffline = listMethods(flags).every(({ on }) => !on);
  // The options of administrators may arrive later.
  const mode = chosenMode ?? (isOffline ? 'redeem' : 'online');
  const [amount, setAmount] = useState<TypedAmount>('');
  const back = () => setStep({ at: 'choose' });
  const paidBefore = self.data?.total_topup ?? 0;

  switch (step.at) {
    case 'choose':
      return (
        <TopUpModal
          mode={mode}
          setMode={setMode}
          isOffline={isOffline}
          flags={flags}
          amount={amount}
          setAmount={setAmount}
          priced={(topUp) => {
            const ownCheckout = OWN_CHECKOUTS[providerIdOf(topUp.method)];
            setStep(
              ownCheckout
                ? { at: 'own', topUp, Component: ownCheckout.Component }
                : { at: 'confirm', topUp },
            );
          }}
          redeemed={close}
          close={close}
        />
      );
    case 'confirm':
      return (
        <ConfirmTopUp
          topUp={step.topUp}
          cancel={back}
          started={(payment) => setStep({ at: 'wait', payment, topUp: step.topUp, paidBefore })}
        />
      );
    case 'wait':
      return (
        <AwaitPayment
          payment={step.payment}
          topUp={step.topUp}
          paidBefore={step.paidBefore}
          back={back}
          close={(received) => {
            if (received) credit(0);
            close();
          }}
        />
      );
    case 'own':
      return <step.Component topUp={step.topUp} leave={back} />;
  }
}
