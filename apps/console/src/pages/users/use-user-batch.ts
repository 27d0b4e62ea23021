import type { UserBatch } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { confirmTyped } from '../../ui/feedback/confirm.tsx';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useOneAtATime } from '../../ui/hooks/use-one-at-a-time.ts';
import { USER_LISTS } from './use-user-actions.ts';

/** Maximum number of refusals listed individually. */
const TOLD_MAX = 5;
/** Maximum number of users that the server changes at once. */
const AT_ONCE = 100;

/** Returns the batch actions on the selected users; refusals are shown with their reason. */
export function useUserBatch(ids: readonly number[], done: () => void) {
  const { t } = useTranslation();
  const batch = useEndpointMutation(calls.manageUsers, USER_LISTS);
  const once = useOneAtATime();

  /** Returns whether all parts were processed. */
  const send = async (change: Omit<UserBatch, 'ids'>): Promise<boolean> => {
    let changed = 0;
    let isComplete = false;
    const refused: string[] = [];
    try {
      for (let start = 0; start < ids.length; start += AT_ONCE) {
        // oxlint-disable-next-line no-await-in-loop -- one part after the other
        const result = await batch.mutateAsync({
          body: { ids: ids.slice(start, start + AT_ONCE), ...change },
        });
        changed += result.done;
        refused.push(...result.refused.map(({ id, reason }) => `#${id}: ${reason}`));
      }
      isComplete = true;
      done();
    } catch (error) {
      toastError(error);
    }
    if (changed > 0) toastSuccess(t('users.batch.changed', { count: changed }));
    if (refused.length > 0) {
      const more = refused.length > TOLD_MAX ? ['…'] : [];
      const rows = [...refused.slice(0, TOLD_MAX), ...more].join('; ');
      toastError(new Error(t('users.batch.refused', { count: refused.length, rows })));
    }
    return isComplete;
  };
  const run = async (change: Omit<UserBatch, 'ids'>) => (await once(() => send(change))) === true;

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
