import { ROLE_ADMIN, ROLE_ROOT, type User, USER_BANNED, USER_ENABLED } from '@tollgate/contract';
import {
  IconBan,
  IconCircleCheck,
  IconCircleMinus,
  IconCrown,
  IconShieldCheck,
  IconUser,
  IconUserOff,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { StatusTag } from '../../ui/display/status-tag.tsx';

/** Whether a user can sign in; a deleted one stays in the lists. */
export function UserStatus({
  user: { status, DeletedAt },
  t,
}: {
  user: Pick<User, 'status' | 'DeletedAt'>;
  t: TFunction;
}) {
  if (DeletedAt !== null)
    return <StatusTag tone="off" icon={IconUserOff} label={t('users.status.deleted')} />;
  if (status === USER_ENABLED)
    return <StatusTag tone="good" icon={IconCircleCheck} label={t('users.status.activated')} />;
  if (status === USER_BANNED)
    return <StatusTag tone="bad" icon={IconBan} label={t('users.status.banned')} />;
  return <StatusTag tone="off" icon={IconCircleMinus} label={t('users.status.disabled')} />;
}

/** A user's role. */
export function UserRole({ role, t }: { role: number; t: TFunction }) {
  if (role >= ROLE_ROOT)
    return <StatusTag tone="warn" icon={IconCrown} label={t('users.roles.root')} />;
  if (role >= ROLE_ADMIN)
    return <StatusTag tone="info" icon={IconShieldCheck} label={t('users.roles.admin')} />;
  return <StatusTag tone="off" icon={IconUser} label={t('users.roles.user')} />;
}
