import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess, toastError } from '../../ui/feedback/toasts.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';

/** Puts the ratios of all models back to the built-in ones; asks first. */
export function ResetRatios({ done }: { done: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const reset = useEndpointMutation(calls.resetModelRatio);
  const run = async () => {
    try {
      await reset.mutateAsync({});
    } catch (error) {
      return toastError(error);
    }
    await client.invalidateQueries();
    done();
    toastSuccess(t('setting.resetRatios.done'));
  };
  return (
    <Button
      variant="default"
      size="xs"
      loading={reset.isPending}
      onClick={() =>
        confirm({
          title: t('setting.resetRatios.title'),
          text: t('setting.resetRatios.text'),
          confirm: t('setting.resetRatios.action'),
          run: () => void run(),
        })
      }
    >
      {t('setting.resetRatios.action')}
    </Button>
  );
}
