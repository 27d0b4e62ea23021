import { Group, Text } from '@mantine/core';
import {
  type Token,
  TOKEN_DISABLED,
  TOKEN_ENABLED,
  TOKEN_EXHAUSTED,
  TOKEN_EXPIRED,
} from '@tollgate/contract';
import {
  IconCircleCheck,
  IconCircleMinus,
  IconClockOff,
  IconCoinOff,
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { copyText } from '../../ui/copy.tsx';
import type { Column } from '../../ui/column.ts';
import { GroupTags } from '../../ui/group-tags.tsx';
import { HintText } from '../../ui/hint-text.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Money } from '../../ui/money.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { StatusTag } from '../../ui/status-tag.tsx';
import { UnreadableTag } from '../../ui/unreadable-tag.tsx';

export interface TokenActions {
  toggle: (token: Token) => void;
  edit: (token: Token) => void;
  remove: (token: Token) => void;
}

/** A key's status as people read it. */
export function TokenStatus({ status, t }: { status: number; t: TFunction }) {
  if (status === TOKEN_ENABLED)
    return <StatusTag tone="good" icon={IconCircleCheck} label={t('tokens.status.enabled')} />;
  if (status === TOKEN_EXPIRED)
    return <StatusTag tone="warn" icon={IconClockOff} label={t('tokens.status.expired')} />;
  if (status === TOKEN_EXHAUSTED)
    return <StatusTag tone="bad" icon={IconCoinOff} label={t('tokens.status.exhausted')} />;
  return <StatusTag tone="off" icon={IconCircleMinus} label={t('tokens.status.disabled')} />;
}

/** The columns of the key list. */
export function tokenColumns(
  t: TFunction,
  { toggle, edit, remove }: TokenActions,
): Column<Token>[] {
  const column = (
    key: 'name' | 'status' | 'used' | 'remain' | 'group' | 'created' | 'expires' | 'actions',
  ) => ({
    key,
    header: t(`tokens.columns.${key}`),
  });
  return [
    {
      ...column('name'),
      mobile: 'title',
      fixed: true,
      render: ({ name }) => (
        <Text fw={500} truncate maw={280} title={name}>
          {name}
        </Text>
      ),
    },
    {
      ...column('status'),
      mobile: 'badge',
      render: ({ status, key_unreadable: unreadable }) =>
        unreadable ? <UnreadableTag /> : <TokenStatus status={status} t={t} />,
    },
    { ...column('used'), align: 'end', render: ({ used_quota }) => <Money quota={used_quota} /> },
    {
      ...column('remain'),
      align: 'end',
      render: ({ unlimited_quota, remain_quota }) =>
        unlimited_quota ? t('ui.unlimited') : <Money quota={remain_quota} />,
    },
    {
      ...column('group'),
      mobile: 'hidden',
      render: ({ group }) =>
        group === '' ? (
          <HintText hint={t('tokens.peek.ownGroup')}>–</HintText>
        ) : (
          <GroupTags groups={group} />
        ),
    },
    { ...column('created'), render: ({ created_time }) => <TimeText seconds={created_time} /> },
    {
      ...column('expires'),
      render: ({ expired_time }) =>
        expired_time === -1 ? t('ui.never') : <TimeText seconds={expired_time} />,
    },
    {
      ...column('actions'),
      mobile: 'actions',
      fixed: true,
      align: 'end',
      render: (token) => (
        <Group gap={2} wrap="nowrap" justify="flex-end">
          <IconButton
            label={`${t('tokens.actions.copy')}: ${token.name}`}
            icon={IconCopy}
            disabled={token.key_unreadable}
            run={() => void copyText(`sk-${token.key}`)}
          />
          <IconButton
            label={`${t(token.status === TOKEN_DISABLED ? 'tokens.actions.enable' : 'tokens.actions.disable')}: ${token.name}`}
            icon={token.status === TOKEN_DISABLED ? IconPlayerPlay : IconPlayerPause}
            run={() => toggle(token)}
          />
          <RowMenu
            label={token.name}
            actions={[
              { label: t('tokens.actions.edit'), icon: IconPencil, run: () => edit(token) },
              {
                label: t('tokens.actions.delete'),
                icon: IconTrash,
                danger: true,
                run: () => remove(token),
              },
            ]}
          />
        </Group>
      ),
    },
  ];
}
