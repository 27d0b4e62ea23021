import { Button, Group, Stack } from '@mantine/core';
import type { User } from '@tollgate/contract';
import { IconListDetails, IconPencil } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { CopyText } from '../../ui/display/copy.tsx';
import { DescriptionItem, DescriptionList } from '../../ui/display/description-list.tsx';
import { GroupTags } from '../../ui/display/group-tags.tsx';
import { Money } from '../../ui/display/money.tsx';
import { TimeText } from '../../ui/display/time-text.tsx';
import { UnlinkButton } from '../../ui/login-providers/unlink-button.tsx';
import { AuditLink } from '../audit/audit-link.tsx';
import { pages } from '../index.ts';
import { AgentTermsCard } from './agent-terms.tsx';
import { listBindings } from './bindings.ts';
import { RecentSpend } from './recent-spend.tsx';
import { UserRole, UserStatus } from './user-tags.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';

/** All details of one user, for which the list has no space. */
export function UserPeek({ user, edit }: { user: User; edit: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <Stack>
      <Group justify="space-between" gap="xs">
        <Group gap="md">
          <UserStatus user={user} t={t} />
          <UserRole role={user.role} t={t} />
        </Group>
        <Group gap="xs">
          {edit ? (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconPencil size={14} />}
              onClick={edit}
            >
              {t('users.actions.edit')}
            </Button>
          ) : null}
          <Button
            size="xs"
            variant="default"
            leftSection={<IconListDetails size={14} />}
            component={Link}
            to={pages.log.path}
            // The routes are generated from a table, so their types know no search parameters.
            search={{ username: user.username } as never}
          >
            {t('users.peek.log')}
          </Button>
          <AuditLink subject="user" id={user.id} label={t('users.peek.audit')} />
        </Group>
      </Group>
      <DescriptionList>
        <DescriptionItem name={t('users.columns.id')}>
          <CopyText text={String(user.id)} />
        </DescriptionItem>
        <DescriptionItem name={t('users.peek.displayName')} show={user.display_name !== ''}>
          {user.display_name}
        </DescriptionItem>
        <DescriptionItem name={t('users.columns.group')}>
          <GroupTags groups={user.group} />
        </DescriptionItem>
        <DescriptionItem name={t('users.columns.remain')}>
          <Money quota={user.quota} exact />
        </DescriptionItem>
        <DescriptionItem name={t('users.columns.used')}>
          <Money quota={user.used_quota} exact />
        </DescriptionItem>
        <RecentSpend username={user.username} />
        <DescriptionItem name={t('users.columns.requests')}>
          <span className="tabular">{formatNumber(user.request_count)}</span>
        </DescriptionItem>
        <DescriptionItem name={t('users.peek.topup')}>
          <Money quota={user.total_topup} exact />
        </DescriptionItem>
        <DescriptionItem name={t('users.columns.invited')}>
          {formatNumber(user.aff_count)}
        </DescriptionItem>
        <DescriptionItem name={t('users.peek.pendingEarnings')}>
          <Money quota={user.aff_quota} exact />
        </DescriptionItem>
        <DescriptionItem name={t('users.peek.totalEarnings')}>
          <Money quota={user.aff_history_quota} exact />
        </DescriptionItem>
        <DescriptionItem name={t('users.columns.inviter')} show={user.inviter_id !== 0}>
          {`#${user.inviter_id}`}
        </DescriptionItem>
        <DescriptionItem name={t('users.peek.inviteCode')} show={user.aff_code !== ''}>
          <CopyText text={user.aff_code} />
        </DescriptionItem>
        {listBindings(t, user).map(({ name, value, provider }) => (
          <DescriptionItem key={name} name={name} show={value !== ''}>
            <Group gap="xs">
              <CopyText text={value} mono={false} />
              {edit && provider ? <UnlinkButton provider={provider} userId={user.id} /> : null}
            </Group>
          </DescriptionItem>
        ))}
        <DescriptionItem name={t('users.columns.lastSeen')}>
          {user.last_seen === 0 ? t('ui.neverYet') : <TimeText seconds={user.last_seen} />}
        </DescriptionItem>
        <DescriptionItem name={t('users.peek.created')}>
          <TimeText seconds={user.created_time} />
        </DescriptionItem>
        <DescriptionItem name={t('users.peek.deleted')} show={user.DeletedAt !== null}>
          <TimeText seconds={user.DeletedAt ?? 0} />
        </DescriptionItem>
      </DescriptionList>
      <AgentTermsCard user={user} />
    </Stack>
  );
}
