import { PAYMENT_PROVIDER_IDS, paymentProviderTable, paymentProviderOf } from '@tollgate/contract';
import { useEffect } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../../api/use-endpoint.ts';
import { isAdmin, useStoredUser } from '../../../session/session.ts';
import { useStatus } from '../../../status.ts';
import { toastError } from '../../../ui/feedback/toasts.tsx';
import type { PaymentFlags } from './payment-methods.ts';

/**
 * Returns a function that tells whether an option is on. Administrators read the options, which they can
 * change; for all others the status contains it, as `published`.
 */
export function useOptionFlags(): (key: string, published: boolean | undefined) => boolean {
  const { t } = useTranslation();
  const admin = isAdmin(useStoredUser());
  const options = useEndpoint(calls.listOptions, {}, { enabled: admin });
  const refused = options.error?.message;
  useEffect(() => {
    if (refused !== undefined)
      toastError(new Error(t('wallet.modal.flagsFailed', { reason: refused })));
  }, [refused, t]);
  return (key, published) => {
    const option = options.data?.find((one) => one.key === key);
    return option === undefined ? published === true : option.value === 'true';
  };
}

/** Returns which payment providers are enabled. */
export function usePaymentFlags(): PaymentFlags {
  const { data: status } = useStatus();
  const isOn = useOptionFlags();
  const flags = PAYMENT_PROVIDER_IDS.map((id) => {
    const { switch: key } = paymentProviderOf(id);
    const published = status?.[paymentProviderTable[id].status];
    return [id, key === undefined ? published === true : isOn(key, published)];
  });
  return Object.fromEntries(flags) as PaymentFlags;
}
