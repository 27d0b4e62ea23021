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
import { copyText } from '../../ui/display/copy.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { GroupTags } from '../../ui/display/group-tags.tsx';
import { keyTail } from '../../ui/format/mask-key.ts';
import { LimitBar } from './limit-bar.tsx';
import { HintText } from '../../ui/display/hint-text.tsx';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { Money } from '../../ui/display/money.tsx';
import { RelativeTime, TimeText } from '../../ui/display/time-text.tsx';
import { RowMenu } from '../../ui/tables/row-menu.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { UnreadableTag } from '../../ui/display/unreadable-tag.tsx';

export interface ApiKeyActions {
  toggle: (apiKey: Token) => void;
  edit: (apiKey: Token) => void;
  remove: (apiKey: Token) => void;
}

/** A key's status as people read it. */
export function ApiKeyStatus({ status, t }: { status: number; t: TFunction }) {
  if (status === TOKEN_ENABLED)
    return <StatusTag tone="good" icon={IconCircleCheck} label={t('tokens.status.enabled')} />;
  if (status === TOKEN_EXPIRED)
    return <StatusTag tone="warn" icon={IconClockOff} label={t('tokens.status.expired')} />;
  if (status === TOKEN_EXHAUSTED)
    return <StatusTag tone="bad" icon={IconCoinOff} label={t('tokens.status.exhausted')} />;
  return <StatusTag tone="off" icon={IconCircleMinus} label={t('tokens.status.disabled')} />;
}

/** The columns of the key list. */
export function apiKeyColumns(
  t: TFunction,
  { toggle, edit, remove }: ApiKeyActions,
): Column<Token>[] {
  const column = (
    key:
      | 'name'
      | 'status'
      | 'used'
      | 'remain'
      | 'group'
      | 'created'
      | 'lastUsed'
      | 'expires'
      | 'actions',
  ) => ({
    key,
    header: t(`tokens.columns.${key}`),
  });
  return [
    {
      ...column('name'),
      mobile: 'title',
      fixed: true,
      render: ({ name, key, key_unreadable: unreadable }) => (
        <>
          <Text fw={500} truncate maw={280} title={name}>
            {name}
          </Text>
          {unreadable ? null : (
            <Text size="xs" c="dimmed" className="mono">
              {keyTail(key)}
            </Text>
          )}
        </>
      ),
    },
    {
      ...column('status'),
      mobile: 'badge',
      render: ({ status, key_unreadable: unreadable }) =>
        unreadable ? <UnreadableTag /> : <ApiKeyStatus status={status} t={t} />,
    },
    { ...column('used'), render: (apiKey) => <LimitBar apiKey={apiKey} /> },
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
      ...column('lastUsed'),
      render: ({ accessed_time: last }) =>
        last === 0 ? t('ui.neverYet') : <RelativeTime seconds={last} />,
    },
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
      render: (apiKey) => (
        <Group gap={2} wrap="nowrap" justify="flex-end">
          <IconButton
            label={`${t('tokens.actions.copy')}: ${apiKey.name}`}
            icon={IconCopy}
            disabled={apiKey.key_unreadable}
            run={() => void copyText(`sk-${apiKey.key}`)}
          />
          <IconButton
            label={`${t(apiKey.status === TOKEN_DISABLED ? 'tokens.actions.enable' : 'tokens.actions.disable')}: ${apiKey.name}`}
            icon={apiKey.status === TOKEN_DISABLED ? IconPlayerPlay : IconPlayerPause}
            run={() => toggle(apiKey)}
          />
          <RowMenu
            label={apiKey.name}
            actions={[
              { label: t('tokens.actions.edit'), icon: IconPencil, run: () => edit(apiKey) },
              {
                label: t('tokens.actions.delete'),
                icon: IconTrash,
                danger: true,
                run: () => remove(apiKey),
              },
            ]}
          />
        </Group>
      ),
    },
  ];
}
