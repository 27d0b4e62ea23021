import { Alert } from '@mantine/core';
import { IconHourglass } from '@tabler/icons-react';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useCredit } from './top-up/use-credit.ts';

const LOOK_EVERY_MS = 3000;
/** Most webhooks arrive before the user returns; after this time polling stops. */
const LOOK_FOR_MS = 120_000;
/** Query parameters that providers add to the return URL. */
const MARKS = ['out_trade_no', 'trade_no', 'order_id'];

/** Shown to a user returning from a provider's page: the payment may not have arrived yet. */
export function PaymentReturnAlert() {
  const { t } = useTranslation();
  const search = useSearch({ strict: false }) as Record<string, string>;
  const navigate = useNavigate();
  const credit = useCredit();
  const [isBack, setBack] = useState(() => MARKS.some((mark) => mark in search));
  const [before, setBefore] = useState<number | undefined>(undefined);
  const self = useEndpoint(
    calls.getSelf,
    {},
    { refetchIntervalMs: isBack ? LOOK_EVERY_MS : false },
  );
  const paid = self.data?.total_topup;
  useEffect(() => {
    const over = setTimeout(() => setBack(false), LOOK_FOR_MS);
    return () => clearTimeout(over);
  }, []);
  useEffect(() => {
    if (!isBack || paid === undefined) return;
    // The provider's parameters are no longer needed, and a reload must not count as a new return.
    if (before === undefined) {
      // Remember the first balance read, to compare with; it can't be derived later.
      // oxlint-disable-next-line react/set-state-in-effect
      setBefore(paid);
      void navigate({ to: '.', search: { view: 'orders' }, replace: true });
    } else if (paid > before) {
      setBack(false);
      credit(0);
    }
  }, [isBack, paid, before, credit, navigate]);
  if (!isBack) return null;
  return (
    <Alert
      variant="light"
      color="gate"
      mb="md"
      role="status"
      icon={<IconHourglass size={18} />}
      title={t('wallet.returned.title')}
      withCloseButton
      closeButtonLabel={t('ui.close')}
      onClose={() => setBack(false)}
    >
      {t('wallet.returned.text')}
    </Alert>
  );
}
