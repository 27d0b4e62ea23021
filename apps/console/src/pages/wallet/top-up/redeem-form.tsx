import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../../texts.tsx';
import { calls } from 'virtual:calls';
import { ApiError } from '../../../api/call-endpoint.ts';
import { useEndpointMutation } from '../../../api/use-endpoint.ts';
import { useStatus } from '../../../status.ts';
import { toastError } from '../../../ui/feedback/toasts.tsx';
import { isHttpUrl } from '../../../ui/format/is-http-url.ts';

/** A code for quota. */
export function RedeemForm({ redeemed }: { redeemed: (quota: number) => void }) {
  const { t } = useTranslation();
  const link = useStatus().data?.top_up_link ?? '';
  const [code, setCode] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const redeem = useEndpointMutation(calls.redeemCode);

  const submit = () => {
    const key = code.trim();
    if (key === '') return setError(t('errors.redemption_code_required'));
    redeem.mutate(
      { body: { key } },
      {
        onSuccess: redeemed,
        onError: (failure) =>
          failure.status === 0
            ? toastError(new ApiError(t('wallet.errors.requestFailed'), { status: 0 }))
            : setError(failure.message),
      },
    );
  };
  const getCode = () => {
    if (isHttpUrl(link)) window.open(link, '_blank', 'noopener');
    else toastError(new Error(t('wallet.errors.noLink')));
  };

  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <TextInput
          label={t('wallet.redeem.code')}
          description={t('wallet.redeem.hint')}
          size="md"
          classNames={{ input: 'mono' }}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          maxLength={200}
          value={code}
          onChange={(event) => {
            setCode(event.currentTarget.value);
            setError(undefined);
          }}
          error={error}
          data-autofocus
        />
        <Group justify="space-between" gap="xs">
          <Button
            variant="default"
            leftSection={<IconExternalLink size={16} stroke={1.6} />}
            onClick={getCode}
          >
            {t('wallet.redeem.getCode')}
          </Button>
          <Button type="submit" disabled={redeem.isPending}>
            {t(redeem.isPending ? 'wallet.redeem.busy' : 'wallet.redeem.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
