import { Group } from '@mantine/core';
import {
  type ManageAction,
  RESTORE_DAYS,
  refuseEdit,
  refuseManage,
  ROLE_ADMIN,
  ROLE_USER,
  type User,
  USER_ENABLED,
  type UserActor,
} from '@tollgate/contract';
import {
  IconArrowDown,
  IconArrowUp,
  IconCoins,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRestore,
  IconTrash,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { unixSeconds } from '../../server-clock.ts';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { type RowAction, RowMenu } from '../../ui/tables/row-menu.tsx';

export interface UserRowActions {
  edit: (user: User) => void;
  changeQuota: (user: User) => void;
  manage: (user: User, action: ManageAction) => void;
  /** Whether deleted rows offer to be restored, which they do if only they are listed. */
  restores: boolean;
  restore: (user: User) => void;
}

export interface RowActionsProps extends UserRowActions {
  user: User;
  me: UserActor;
  t: TFunction;
}

/** Whether a user deleted at this time (seconds) can still be restored. */
const isRestorable = (deletedAt: number) => unixSeconds() - deletedAt < RESTORE_DAYS * 86_400;

const ICONS = {
  promote: IconArrowUp,
  demote: IconArrowDown,
  enable: IconPlayerPlay,
  disable: IconPlayerPause,
  delete: IconTrash,
} as const;

/**
 * The row actions of a user; none for users with a higher role or deleted ones. Others that the server would
 * refuse are disabled and say why.
 */
export function RowActions({
  user,
  me,
  t,
  edit,
  changeQuota,
  manage,
  restores,
  restore,
}: RowActionsProps) {
  const isAbove = user.id !== me.id && user.role >= me.role;
  const name = user.username;
  if (isAbove) return null;
  if (user.DeletedAt !== null)
    return restores && isRestorable(user.DeletedAt) ? (
      <IconButton
        label={`${t('users.actions.restore')}: ${name}`}
        icon={IconRestore}
        run={() => restore(user)}
      />
    ) : null;
  const reason = (code: string | undefined) => (code === undefined ? code : t(`errors.${code}`));
  const button = (action: 'quota' | 'enable' | 'disable', refused: string | undefined) => ({
    disabled: refused !== undefined,
    label: `${refused === undefined ? t(`users.actions.${action}`) : t('users.blocked', { action: t(`users.actions.${action}`), reason: refused })}: ${name}`,
  });
  const item = (action: ManageAction): RowAction => {
    const refused = reason(refuseManage(me, user, action));
    return {
      label: t(`users.actions.${action}`),
      icon: ICONS[action],
      danger: action === 'delete',
      disabled: refused !== undefined,
      note: refused,
      run: () => manage(user, action),
    };
  };
  const toggle = user.status === USER_ENABLED ? 'disable' : 'enable';
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <IconButton
        {...button('quota', reason(refuseEdit(me, user)))}
        icon={IconCoins}
        run={() => changeQuota(user)}
      />
      <IconButton
        {...button(toggle, reason(refuseManage(me, user, toggle)))}
        icon={ICONS[toggle]}
        run={() => manage(user, toggle)}
      />
      <RowMenu
        label={name}
        actions={[
          {
            label: t('users.actions.edit'),
            icon: IconPencil,
            run: () => edit(user),
          },
          ...(user.role === ROLE_USER ? [item('promote')] : []),
          ...(user.role === ROLE_ADMIN ? [item('demote')] : []),
          item('delete'),
        ]}
      />
    </Group>
  );
}
