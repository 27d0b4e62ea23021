import type { User } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { useEndpointMutation } from '../../api/use-endpoint.ts';
import { useTranslation } from '../../texts.tsx';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { USER_LISTS } from './use-user-actions.ts';

/** Restores a deleted user, after confirmation. */
export function useRestoreUser(): (user: User) => void {
  const { t } = useTranslation();
  const restore = useEndpointMutation(calls.restoreUser, USER_LISTS);
  return ({ id, username: name }) =>
    confirm({
      title: t('users.confirm.restore', { name }),
      text: t('users.confirm.restoreText'),
      confirm: t('users.actions.restore'),
      run: () =>
        restore.mutate(
          { params: { id } },
          { onSuccess: () => toastSuccess(t('users.restored', { name })), onError: toastError },
        ),
    });
}
