import { Button, Group, Stack, TextInput } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from '../../../texts.tsx';
import { useStatus } from '../../../status.ts';
import { toastError } from '../../../ui/feedback/toasts.tsx';
import { isHttpUrl } from '../../../ui/format/is-http-url.ts';
import { useRedeem } from './use-redeem.ts';

/** A field to redeem a code, and where to get one. */
export function RedeemForm({ redeemed }: { redeemed: () => void }) {
  const { t } = useTranslation();
  const link = useStatus().data?.top_up_link ?? '';
  const { field, submit, isPending } = useRedeem(redeemed);
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
          {...field}
          label={t('wallet.redeem.code')}
          description={t('wallet.redeem.hint')}
          size="md"
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
          <Button type="submit" disabled={isPending}>
            {t(isPending ? 'wallet.redeem.busy' : 'wallet.redeem.submit')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
