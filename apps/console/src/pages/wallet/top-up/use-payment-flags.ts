import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { isAdmin, useStoredUser } from '../../../session/session.ts';
import { useStatus } from '../../../status.ts';
import { toastError } from '../../../ui/feedback/toasts.tsx';
import type { PaymentFlags } from './payment-methods.ts';

/**
 * Which ways to pay are on. Administrators read three of the flags from the options, where they
 * change them, and are told when they may not; everybody else has them from the status.
 */
export function usePaymentFlags(): PaymentFlags {
  const { t } = useTranslation();
  const { data: status } = useStatus();
  const admin = isAdmin(useStoredUser());
  const options = useEndpoint(calls.listOptions, {}, { enabled: admin });
  const refused = options.error?.message;
  useEffect(() => {
    if (refused !== undefined)
      toastError(new Error(t('wallet.modal.flagsFailed', { reason: refused })));
  }, [refused, t]);
  const flag = (key: string, told: boolean | undefined) => {
    const option = options.data?.find((one) => one.key === key);
    return option === undefined ? told === true : option.value === 'true';
  };
  return {
    online: status?.enable_online_topup === true,
    usdt: status?.enabled_usdt === true,
    crypto: flag('EnabledCryptomus', status?.enabled_cryptomus),
    card: flag('EnabledAirwallex', status?.enabled_airwallex),
    liveCard: flag('LiveAirwallex', status?.live_airwallex),
  };
}
