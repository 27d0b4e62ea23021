import {
  type Channel,
  CHANNEL_DISABLED,
  CHANNEL_ENABLED,
  type ChannelRow,
} from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { ApiError, callEndpoint } from '../../api/call-endpoint.ts';
import { toastDone, toastFailed, toastUndo } from '../../toasts.tsx';
import { confirm, confirmTyped } from '../../ui/confirm.tsx';

const CHANNEL_READS = [calls.listChannels.path, calls.searchChannels.path];

/** Everything that can be done to channels from their list. */
// tidy-ignore: a closure over shared state, made of short functions
export function useChannelActions() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const refresh = () =>
    Promise.all(CHANNEL_READS.map((path) => client.invalidateQueries({ queryKey: [path] })));

  /** Runs a change, tells how it went, and reads the list again. */
  const run = async (
    work: () => Promise<string | undefined>,
    failed: (error: unknown) => unknown = (error) => error,
  ) => {
    try {
      const message = await work();
      if (message !== undefined) toastDone(message);
    } catch (error) {
      toastFailed(
        error instanceof ApiError && error.code === 'channel_not_found'
          ? new Error(t('channels.toast.gone'))
          : failed(error),
      );
    }
    await refresh();
  };

  const setStatus = (channel: Channel, status: 1 | 2, undoable: boolean): Promise<void> =>
    run(async () => {
      await callEndpoint(calls.updateChannel, { body: { id: channel.id, status } });
      const other = status === CHANNEL_ENABLED ? CHANNEL_DISABLED : CHANNEL_ENABLED;
      if (undoable)
        toastUndo(
          t(status === CHANNEL_ENABLED ? 'channels.enabled' : 'channels.disabled', {
            name: channel.name,
          }),
          () => void setStatus(channel, other, false),
        );
      return undefined;
    });

  return {
    refresh,
    toggle: (channel: Channel) =>
      setStatus(
        channel,
        channel.status === CHANNEL_ENABLED ? CHANNEL_DISABLED : CHANNEL_ENABLED,
        true,
      ),
    toggleTag: (row: ChannelRow) =>
      run(async () => {
        await callEndpoint(row.status === CHANNEL_ENABLED ? calls.disableTag : calls.enableTag, {
          body: { tag: row.tag },
        });
        return t('ui.done');
      }),
    setNumber: (channel: Channel, field: 'priority' | 'weight', value: number) =>
      run(async () => {
        await callEndpoint(calls.updateChannel, { body: { id: channel.id, [field]: value } });
        return t('ui.done');
      }),
    copy: (channel: Channel) =>
      run(
        async () => {
          const { id, name, status: _status, balance: _balance, ...rest } = channel;
          await callEndpoint(calls.createChannel, {
            body: {
              ...pickFields(rest),
              id,
              name: name + t('channels.copySuffix'),
              models: channel.models,
              key: '',
            },
          });
          return t('channels.toast.copied');
        },
        (error) =>
          new Error(
            `${t('channels.toast.copyFailed')}: ${error instanceof Error ? error.message : ''}`,
          ),
      ),
    updateBalance: (channel: Channel) =>
      run(async () => {
        const { balance } = await callEndpoint(calls.updateBalance, {
          params: { id: channel.id },
        });
        return t('channels.toast.balance', { balance: `$${balance.toFixed(2)}` });
      }),
    updateAllBalances: () =>
      run(async () => t('channels.toast.balances', await callEndpoint(calls.updateAllBalances))),
    testAll: () =>
      run(async () => {
        await callEndpoint(calls.testAllChannels);
        return t('channels.toast.testStarted');
      }),
    remove: (channel: Channel) =>
      confirm({
        title: t('channels.confirm.delete', { name: channel.name }),
        text: t('channels.confirm.deleteText'),
        confirm: t('channels.actions.delete'),
        run: () =>
          void run(async () => {
            await callEndpoint(calls.deleteChannel, { params: { id: channel.id } });
            return t('channels.toast.deleted');
          }),
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

/** The fields of a channel that a form may set. */
function pickFields(channel: Omit<Channel, 'id' | 'name' | 'status' | 'balance'>) {
  const {
    type,
    openai_organization,
    max_input_tokens,
    base_url,
    other,
    model_mapping,
    status_code_mapping,
    setting,
    group,
    auto_ban,
    test_model,
    priority,
    weight,
    tag,
  } = channel;
  return {
    type,
    openai_organization,
    max_input_tokens,
    base_url,
    other,
    model_mapping,
    status_code_mapping,
    setting,
    group,
    auto_ban: auto_ban as 0 | 1,
    test_model,
    priority,
    weight,
    tag,
  };
}
