import type { CryptoTransaction } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { useStoredUser } from '../../../session/session.ts';
import { FormModal } from '../../../ui/forms/unsaved-changes.tsx';
import { CryptoForm } from './crypto-form.tsx';
import { CryptoTransfer } from './crypto-transfer.tsx';

/** The last transaction started here: closing the dialog must not lose the address to pay to. */
let last: { userId: number | undefined; transaction: CryptoTransaction } | undefined;

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
  const [transaction, setTransaction] = useState(
    last?.userId === userId ? last?.transaction : undefined,
  );
  const show = (next: CryptoTransaction) => {
    last = { userId, transaction: next };
    setTransaction(next);
  };
  const forget = () => {
    last = undefined;
  };
  return (
    <FormModal title={t('wallet.crypto.title')} leave={leave} size="md">
      {transaction ? (
        <CryptoTransfer
          made={transaction}
          paid={forget}
          again={() => {
            forget();
            setTransaction(undefined);
          }}
        />
      ) : (
        <CryptoForm amount={amount} created={show} />
      )}
    </FormModal>
  );
}
