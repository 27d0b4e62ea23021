import type { User } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Section } from '../../ui/layout/section.tsx';
import { BalanceChangesTable, FIRST_CHANGES } from '../wallet/balance-changes-table.tsx';

/** Every change of a user's balance, as that user sees it. */
export function UserBalanceChanges({ user }: { user: User }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(FIRST_CHANGES);
  const list = useEndpoint(calls.listBalanceChangesOfUser, {
    params: { id: user.id },
    query: page,
  });
  return (
    <Section title={t('wallet.changes.title')}>
      <BalanceChangesTable list={list} page={page} setPage={setPage} />
    </Section>
  );
}
