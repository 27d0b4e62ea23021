import { Button } from '@mantine/core';
import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { useRefetch } from '../../api/refetch.ts';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { toastSuccess, toastError } from '../../ui/feedback/toasts.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';

/** Resets the ratios of all models to the built-in ones, after confirmation. */
export function ResetRatios({ done }: { done: () => void }) {
  const { t } = useTranslation();
  const refetch = useRefetch();
  const reset = useEndpointMutation(calls.resetModelRatio);
  const run = async () => {
    try {
      await reset.mutateAsync({});
    } catch (error) {
      return toastError(error);
    }
    await refetch();
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
