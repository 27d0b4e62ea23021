import type { CryptoTransaction } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { useStoredUser } from '../../../session/session.ts';
import { FormModal } from '../../../ui/forms/unsaved-changes.tsx';
import { CryptoForm } from './crypto-form.tsx';
import { CryptoTransfer } from './crypto-transfer.tsx';
import { lastTransaction } from './last-transaction.ts';

/** Pays with cryptocurrency: select a coin, then see where to send how many. */
export function CryptoModal({
  topUp: { amount },
  leave,
}: {
  topUp: { amount: number };
  leave: () => void;
}) {
  const { t } = useTranslation();
  const userId = useStoredUser()?.id;
  const [transaction, setTransaction] = useState(() => lastTransaction.readOf(userId));
  const show = (next: CryptoTransaction) => {
    lastTransaction.keep(userId, next);
    setTransaction(next);
  };
  return (
    <FormModal title={t('wallet.crypto.title')} leave={leave} size="md">
      {transaction ? (
        <CryptoTransfer
          made={transaction}
          paid={lastTransaction.forget}
          again={() => {
            lastTransaction.forget();
            setTransaction(undefined);
          }}
        />
      ) : (
        <CryptoForm amount={amount} created={show} />
      )}
    </FormModal>
  );
}
