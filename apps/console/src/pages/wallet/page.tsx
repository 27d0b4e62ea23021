import { useDisclosure } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../ui/page-header.tsx';
import { SummaryCard } from './summary-card.tsx';
import { WalletLog } from './wallet-log.tsx';

/** The own balance, ways to add to it, and what became of it. */
export function WalletPage() {
  const { t } = useTranslation();
  const [, { open }] = useDisclosure(false);
  return (
    <>
      <PageHeader title={t('wallet.title')} note={t('wallet.note')} />
      <SummaryCard topUp={open} />
      <WalletLog topUp={open} />
    </>
  );
}
