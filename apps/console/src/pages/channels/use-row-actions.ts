import {
  type Channel,
  CHANNEL_DISABLED,
  CHANNEL_ENABLED,
  type ChannelRow,
} from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { callEndpoint } from '../../api/call-endpoint.ts';
import { useOptimisticRow } from '../../api/use-optimistic-row.ts';
import { toastSuccess, toastUndo } from '../../ui/feedback/toasts.tsx';
import { formatDollars } from '../../ui/format/format-dollars.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { toChannelCopy } from './to-channel-copy.ts';
import { CHANNEL_LISTS, useChannelMutation } from './use-channel-mutation.ts';

type Change = { status: 1 | 2 } | { priority: number } | { weight: number };

/** Returns the row actions of a channel, or of all channels of a tag; `added` receives the ID of a copy. */
export function useRowActions(added: (id: number) => void) {
  const { t } = useTranslation();
  const patch = useOptimisticRow(CHANNEL_LISTS);
  const { run, fail } = useChannelMutation();

  /** Shows a change at once; `back` offers undo. */
  const set = async (channel: Channel, change: Change, text: string, back?: Change) => {
    try {
      await patch(channel.id, change, () =>
        callEndpoint(calls.updateChannel, { body: { id: channel.id, ...change } }),
      );
    } catch (error) {
      return fail(error);
    }
    if (back) toastUndo(t('ui.done'), () => void set(channel, back, channel.name), text);
    else toastSuccess(t('ui.done'), text);
  };

  return {
    toggle: (channel: Channel) => {
      const on = channel.status !== CHANNEL_ENABLED;
      return set(
        channel,
        { status: on ? CHANNEL_ENABLED : CHANNEL_DISABLED },
        t(on ? 'channels.enabled' : 'channels.disabled', { name: channel.name }),
        { status: on ? CHANNEL_DISABLED : CHANNEL_ENABLED },
      );
    },
    setNumber: (channel: Channel, field: 'priority' | 'weight', value: number) =>
      set(
        channel,
        field === 'priority' ? { priority: value } : { weight: value },
        `${t(`channels.columns.${field}`)}: ${channel.name} → ${value}`,
        field === 'priority' ? { priority: channel.priority } : { weight: channel.weight },
      ),
    toggleTag: (row: ChannelRow) =>
      run(async () => {
        const on = row.status !== CHANNEL_ENABLED;
        await callEndpoint(on ? calls.enableTag : calls.disableTag, { body: { tag: row.tag } });
        return t(on ? 'channels.enabled' : 'channels.disabled', { name: row.tag });
      }),
    copy: (channel: Channel) =>
      run(
        async () => {
          const body = toChannelCopy(channel, t('channels.copySuffix'));
          const [copy] = await callEndpoint(calls.createChannel, { body });
          if (copy) added(copy.id);
          return t('channels.toast.copied');
        },
        (error) => new Error(`${t('channels.toast.copyFailed')}: ${(error as Error).message}`),
      ),
    updateBalance: (channel: Channel) =>
      run(async () => {
        const params = { id: channel.id };
        const { balance } = await callEndpoint(calls.updateBalance, { params });
        return t('channels.toast.balance', { balance: formatDollars(balance) });
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
  };
}
