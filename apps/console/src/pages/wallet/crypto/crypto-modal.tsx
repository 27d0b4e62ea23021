import type { CryptoTransaction } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormModal } from '../../../ui/guarded-modal.tsx';
import { CryptoForm } from './crypto-form.tsx';
import { CryptoTransfer } from './crypto-transfer.tsx';

/** The last transaction that was made here: closing the dialog must not lose where coins were to go. */
let open: CryptoTransaction | undefined;

/** Pays with coins: chooses one, then shows where to send how many. */
export function CryptoModal({ amount, leave }: { amount: number; leave: () => void }) {
  const { t } = useTranslation();
  const [transaction, setTransaction] = useState(open);
  const show = (next: CryptoTransaction | undefined) => {
    open = next;
    setTransaction(next);
  };
  return (
    <FormModal title={t('wallet.crypto.title')} leave={leave} size="md">
      {transaction ? (
        <CryptoTransfer made={transaction} again={() => show(undefined)} />
      ) : (
        <CryptoForm amount={amount} created={show} />
      )}
    </FormModal>
  );
}
