import { CHANNEL_BATCH_MAX } from '@tollgate/contract';
import type { TFunction } from 'i18next';
import { calls } from 'virtual:calls';
import { useTranslation } from '../../texts.tsx';
import { callEndpoint } from '../../api/call-endpoint.ts';
import { useRefetch } from '../../api/refetch.ts';
import { confirmTyped } from '../../ui/feedback/confirm.tsx';
import { toastError, toastSuccess, toastUndo } from '../../ui/feedback/toasts.tsx';
import { useOneAtATime } from '../../ui/hooks/use-one-at-a-time.ts';
import { useChannelMutation } from './use-channel-mutation.ts';

/** Fields that a batch sets on every selected channel. */
export interface BatchChange {
  status?: 1 | 2;
  group?: string;
  priority?: number;
  tag?: string;
}

interface Changes {
  changes: readonly ({ id: number } & BatchChange & { weight?: number })[];
}

/** Returns why nothing was changed: the first refused rows, each with its reason. */
function refusal(refused: readonly { id: number; reason: string }[], t: TFunction): Error {
  const rows = refused.slice(0, 5).map(({ id, reason }) => `#${id}: ${reason}`);
  return new Error(t('channels.batch.refused', { rows: rows.join('; ') }));
}

/** Starts a test of selected channels; its progress is shown above the list. */
function useChosenTest() {
  const refetch = useRefetch();
  return async (ids: readonly number[]) => {
    try {
      await callEndpoint(calls.testChannels, { body: { ids: [...ids] } });
      await refetch([calls.getTestProgress]);
    } catch (error) {
      toastError(error);
    }
  };
}

/** Changes or deletes many channels, all or none; changes offer undo. */
export function useBatch(ids: readonly number[], done: () => void) {
  const { t } = useTranslation();
  const { refresh } = useChannelMutation();
  const test = useChosenTest();
  const once = useOneAtATime();

  /** Returns whether the channels were changed. */
  const send = async (body: Changes, undoable: boolean): Promise<boolean> => {
    try {
      const { before, refused } = await callEndpoint(calls.changeChannels, {
        body: { changes: [...body.changes] },
      });
      if (refused.length > 0) {
        toastError(refusal(refused, t));
        return false;
      }
      const text = t('channels.batch.changed', { count: before.length });
      if (undoable) toastUndo(t('ui.done'), () => void send({ changes: before }, false), text);
      else toastSuccess(t('ui.done'), text);
      if (undoable) done();
      return true;
    } catch (error) {
      toastError(error);
      return false;
    } finally {
      // The next action need not wait for the list.
      void refresh();
    }
  };

  const isTooMany = () => {
    if (ids.length <= CHANNEL_BATCH_MAX) return false;
    toastError(new Error(t('channels.batch.tooMany', { limit: CHANNEL_BATCH_MAX })));
    return true;
  };

  const remove = async () => {
    try {
      const { deleted, refused } = await callEndpoint(calls.deleteChannels, {
        body: { ids: [...ids] },
      });
      if (refused.length > 0) return toastError(refusal(refused, t));
      toastSuccess(t('ui.done'), t('channels.batch.deleted', { count: deleted }));
      done();
    } catch (error) {
      toastError(error);
    } finally {
      await refresh();
    }
  };

  return {
    test: () => (isTooMany() ? Promise.resolve() : once(() => test(ids))),
    set: async (change: BatchChange) => {
      if (isTooMany()) return false;
      const changes = ids.map((id) => ({ id, ...change }));
      return (await once(() => send({ changes }, true))) === true;
    },
    remove: () => {
      if (isTooMany()) return;
      confirmTyped({
        title: t('channels.batch.deleteTitle', { count: ids.length }),
        text: t('channels.batch.deleteText'),
        confirm: t('channels.batch.deleteConfirm', { count: ids.length }),
        word: String(ids.length),
        run: () => void remove(),
      });
    },
  };
}
