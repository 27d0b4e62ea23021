import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useRefetch } from '../../api/refetch.ts';
import { callEndpoint } from '../../api/call-endpoint.ts';
import { confirm, confirmTyped } from '../../ui/feedback/confirm.tsx';
import { useChannelMutation } from './use-channel-mutation.ts';
import { useRowActions } from './use-row-actions.ts';

/** Returns all actions on channels in their list; `added` receives the ID of a copy. */
export function useChannelActions(added: (id: number) => void) {
  const { t } = useTranslation();
  const refetch = useRefetch();
  const { run, refresh } = useChannelMutation();
  return {
    ...useRowActions(added),
    refresh,
    updateAllBalances: () =>
      run(async () => {
        const counts = await callEndpoint(calls.updateAllBalances);
        return t(`channels.toast.${counts.left > 0 ? 'balancesLeft' : 'balances'}`, counts);
      }),
    testAll: () =>
      run(async () => {
        await callEndpoint(calls.testAllChannels);
        void refetch([calls.getTestProgress]);
        return t('channels.toast.testStarted');
      }),
    removeDisabled: () =>
      confirmTyped({
        title: t('channels.confirm.deleteDisabled'),
        text: t('channels.confirm.deleteDisabledText'),
        confirm: t('channels.actions.delete'),
        word: t('channels.actions.delete'),
        run: () =>
          void run(async () =>
            t('channels.toast.removed', {
              count: await callEndpoint(calls.deleteDisabledChannels),
            }),
          ),
      }),
    fix: () =>
      confirm({
        title: t('channels.confirm.fix'),
        text: t('channels.confirm.fixText'),
        confirm: t('channels.confirm.fixConfirm'),
        danger: false,
        run: () =>
          void run(async () =>
            t('channels.toast.fixed', { count: await callEndpoint(calls.fixChannels) }),
          ),
      }),
  };
}

export type ChannelActions = ReturnType<typeof useChannelActions>;
