import {
  type ManageAction,
  ROLE_ADMIN,
  ROLE_USER,
  type User,
  USER_DISABLED,
  USER_ENABLED,
} from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { unixSeconds } from '../../server-clock.ts';
import { callEndpoint } from '../../api/call-endpoint.ts';
import { useOptimisticRow } from '../../api/use-optimistic-row.ts';
import { toastSuccess, toastError, toastUndo } from '../../ui/feedback/toasts.tsx';
import { confirm, confirmTyped } from '../../ui/feedback/confirm.tsx';

export const USER_LISTS = [calls.listUsers, calls.searchUsers];

/** Returns how an action changes a row. */
const outcomeOf = (action: ManageAction): Partial<User> => {
  switch (action) {
    case 'promote':
      return { role: ROLE_ADMIN };
    case 'demote':
      return { role: ROLE_USER };
    case 'enable':
      return { status: USER_ENABLED };
    case 'disable':
      return { status: USER_DISABLED };
    case 'delete':
      return { DeletedAt: unixSeconds() };
  }
};

const DONE = {
  promote: 'users.promoted',
  demote: 'users.demoted',
  enable: 'users.enabled',
  disable: 'users.disabled',
  delete: 'users.deleted',
} as const;

/** Promotes, demotes, enables, disables and deletes users, with undo or confirmation. */
export function useUserActions() {
  const { t } = useTranslation();
  const patch = useOptimisticRow(USER_LISTS, { returnsRow: true });

  const run = async (user: User, action: ManageAction, undo?: () => void): Promise<void> => {
    try {
      await patch(user.id, outcomeOf(action), () =>
        callEndpoint(calls.manageUser, { body: { id: user.id, action } }),
      );
    } catch (error) {
      return toastError(error);
    }
    const done = t(DONE[action], { name: user.username });
    if (undo) toastUndo(done, undo);
    else toastSuccess(done);
  };

  const confirmation = (user: User, action: 'promote' | 'demote' | 'delete') => ({
    title: t(`users.confirm.${action}`, { name: user.username }),
    text: t(`users.confirm.${action}Text`),
    confirm: t(`users.actions.${action}`),
    run: () => void run(user, action),
  });

  return (user: User, action: ManageAction): void => {
    switch (action) {
      case 'enable':
        return void run(user, 'enable', () => void run(user, 'disable'));
      case 'disable':
        return void run(user, 'disable', () => void run(user, 'enable'));
      case 'promote':
      case 'demote':
        return confirm({ ...confirmation(user, action), danger: action === 'demote' });
      case 'delete':
        return confirmTyped({ ...confirmation(user, 'delete'), word: user.username });
    }
  };
}
