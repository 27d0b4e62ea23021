import { SegmentedControl, Stack } from '@mantine/core';
import { useTranslation } from '../../../texts.tsx';
import { FormModal } from '../../../ui/forms/unsaved-changes.tsx';
import { OfflineNote } from './offline-note.tsx';
import { OnlineForm } from './online-form.tsx';
import type { PaymentFlags } from './payment-methods.ts';
import { RedeemForm } from './redeem-form.tsx';
import type { TypedAmount } from './top-up-amount.ts';
import type { PricedTopUp } from './use-online-payment.ts';

export type TopUpMode = 'online' | 'redeem';

/** Adds to the balance: by an online payment, or with a code. */
export function TopUpModal({
  mode,
  setMode,
  isOffline,
  flags,
  amount,
  setAmount,
  priced,
  redeemed,
  close,
}: {
  mode: TopUpMode;
  setMode: (mode: TopUpMode) => void;
  /** No payment method is enabled. */
  isOffline: boolean;
  flags: PaymentFlags;
  amount: TypedAmount;
  setAmount: (amount: TypedAmount) => void;
  priced: (topUp: PricedTopUp) => void;
  redeemed: () => void;
  close: () => void;
}) {
  const { t } = useTranslation();
  return (
    <FormModal title={t('wallet.topUp')} leave={close} size="md">
      <Stack gap="md">
        <SegmentedControl
          fullWidth
          aria-label={t('wallet.modal.mode')}
          value={mode}
          data={[
            { value: 'online', label: t('wallet.modal.online') },
            { value: 'redeem', label: t('wallet.modal.redeem') },
          ]}
          onChange={setMode}
        />
        {isOffline ? (
          <OfflineNote redeem={mode === 'online' ? () => setMode('redeem') : undefined} />
        ) : null}
        {mode === 'online' ? (
          <OnlineForm flags={flags} amount={amount} setAmount={setAmount} priced={priced} />
        ) : (
          <RedeemForm redeemed={redeemed} />
        )}
      </Stack>
    </FormModal>
  );
}
