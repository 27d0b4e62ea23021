import type { UserBatch } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { confirmTyped } from '../../ui/feedback/confirm.tsx';
import { useOneAtATime } from '../../ui/hooks/use-one-at-a-time.ts';
import { sendBatch } from '../../ui/tables/send-batch.ts';
import { USER_LISTS } from './use-user-actions.ts';

/** Returns the batch actions on the selected users; refusals are shown with their reason. */
export function useUserBatch(ids: readonly number[], done: () => void) {
  const { t } = useTranslation();
  const batch = useEndpointMutation(calls.manageUsers, USER_LISTS);
  const once = useOneAtATime();

  /** Returns whether all parts were processed. */
  const run = async (change: Omit<UserBatch, 'ids'>) => {
    const send = (part: number[]) => batch.mutateAsync({ body: { ids: part, ...change } });
    const report = {
      changed: (count: number) => t('users.batch.changed', { count }),
      refused: (count: number, rows: string) => t('users.batch.refused', { count, rows }),
      done,
    };
    return (await once(() => sendBatch(ids, send, report))) === true;
  };

  return {
    run,
    remove: () =>
      confirmTyped({
        title: t('users.batch.deleteTitle', { count: ids.length }),
        text: t('users.batch.deleteText'),
        confirm: t('users.batch.deleteConfirm', { count: ids.length }),
        word: String(ids.length),
        run: () => void run({ action: 'delete' }),
      }),
  };
}
