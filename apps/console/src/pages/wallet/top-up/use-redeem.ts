import { formatQuota } from '@tollgate/pricing';
import { useState } from 'react';
import { calls } from 'virtual:calls';
import { ApiError } from '../../../api/call-endpoint.ts';
import { useEndpointMutation } from '../../../api/use-endpoint.ts';
import { useQuotaDisplay } from '../../../status.ts';
import { useTranslation } from '../../../texts.tsx';
import { toastError, toastSuccess } from '../../../ui/feedback/toasts.tsx';
import { useCredit } from './use-credit.ts';

/** Holds a typed code and its error, and redeems it; `done` runs once it is credited. */
export function useRedeem(done: () => void) {
  const { t } = useTranslation();
  const display = useQuotaDisplay();
  const credit = useCredit();
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const redeem = useEndpointMutation(calls.redeemCode);

  const submit = () => {
    const key = code.trim();
    if (key === '') return setError(t('errors.redemption_code_required'));
    redeem.mutate(
      { body: { key } },
      {
        onSuccess: (quota) => {
          credit(quota);
          const added = t('wallet.redeem.added', { amount: formatQuota(quota, display) });
          toastSuccess(t('wallet.redeem.done'), added);
          setCode('');
          done();
        },
        onError: (failure) =>
          failure.status === 0
            ? toastError(new ApiError(t('wallet.errors.requestFailed'), { status: 0 }))
            : setError(failure.message),
      },
    );
  };
  const field = {
    classNames: { input: 'mono' },
    autoComplete: 'off',
    autoCapitalize: 'off',
    spellCheck: false,
    maxLength: 200,
    value: code,
    error,
    onChange: ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
      setCode(currentTarget.value);
      setError(undefined);
    },
  } as const;
  return { field, submit, isPending: redeem.isPending };
}
