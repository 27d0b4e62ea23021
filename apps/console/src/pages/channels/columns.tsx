import { Group, Text } from '@mantine/core';
import { CHANNEL_ENABLED, type ChannelRow, PRIORITY_MIN } from '@tollgate/contract';
import {
  IconCoins,
  IconCopy,
  IconFlask,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTag,
  IconTrash,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { Column } from '../../ui/tables/column.ts';
import { GroupTags } from '../../ui/display/group-tags.tsx';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { InlineNumber } from '../../ui/forms/inline-number.tsx';
import { Money } from '../../ui/display/money.tsx';
import { RowMenu } from '../../ui/tables/row-menu.tsx';
import { ChannelStatus, ResponseTime, UpstreamBalance } from './channel-tags.tsx';
import { TypeTag } from './type-tag.tsx';
import { UnreadableTag } from '../../ui/display/unreadable-tag.tsx';
import type { ChannelActions } from './use-channel-actions.ts';
import type { ChannelTypes } from './use-channel-types.ts';

export interface ChannelColumnsInput {
  t: TFunction;
  types: ChannelTypes;
  actions: ChannelActions;
  edit: (channel: ChannelRow) => void;
  test: (channel: ChannelRow) => void;
  editTag: (row: ChannelRow) => void;
}

/** Whether a row stands for all channels of a tag. */
export const isTagRow = (row: ChannelRow) => row.children !== undefined;

/** The columns of the channel list. */
export function channelColumns(input: ChannelColumnsInput): Column<ChannelRow>[] {
  const { t, types, actions } = input;
  type Key =
    | 'id'
    | 'name'
    | 'group'
    | 'type'
    | 'status'
    | 'response'
    | 'used'
    | 'balance'
    | 'priority'
    | 'weight'
    | 'actions';
  const column = (key: Key) => ({ key, header: t(`channels.columns.${key}`) });
  const number = (field: 'priority' | 'weight', minimum: number) => (row: ChannelRow) =>
    isTagRow(row) ? (
      row[field]
    ) : (
      <InlineNumber
        label={`${t(`channels.columns.${field}`)}: ${row.name}`}
        value={row[field]}
        minimum={minimum}
        clamp={field === 'weight'}
        apply={(value) => void actions.setNumber(row, field, value)}
      />
    );
  return [
    {
      ...column('id'),
      mobile: 'hidden',
      fixed: true,
      width: 44,
      render: (row) => (isTagRow(row) ? null : <span className="tabular">{row.id}</span>),
    },
    {
      ...column('name'),
      mobile: 'title',
      fixed: true,
      render: (row) => (
        <Text fw={500} truncate maw={150} title={row.name}>
          {isTagRow(row)
            ? t('channels.tagRow', { tag: row.tag, count: row.children?.length ?? 0 })
            : row.name}
        </Text>
      ),
    },
    { ...column('group'), render: ({ group }) => <GroupTags groups={group} max={2} /> },
    {
      ...column('type'),
      render: ({ type }) =>
        type === 0 ? null : <TypeTag label={types.label(type)} color={types.find(type)?.color} />,
    },
    {
      ...column('status'),
      mobile: 'badge',
      render: (row) => (row.key_unreadable ? <UnreadableTag /> : <ChannelStatus row={row} t={t} />),
    },
    {
      ...column('response'),
      render: ({ response_time }) => <ResponseTime milliseconds={response_time} t={t} />,
    },
    { ...column('used'), align: 'end', render: ({ used_quota }) => <Money quota={used_quota} /> },
    { ...column('balance'), align: 'end', render: (row) => <UpstreamBalance row={row} t={t} /> },
    {
      ...column('priority'),
      align: 'end',
      mobile: 'hidden',
      render: number('priority', PRIORITY_MIN),
    },
    { ...column('weight'), align: 'end', mobile: 'hidden', render: number('weight', 0) },
    {
      ...column('actions'),
      mobile: 'actions',
      fixed: true,
      align: 'end',
      render: (row) =>
        isTagRow(row) ? (
          <TagRowActions row={row} {...input} />
        ) : (
          <RowActions row={row} {...input} />
        ),
    },
  ];
}

function TagRowActions({ row, t, actions, editTag }: ChannelColumnsInput & { row: ChannelRow }) {
  const enabled = row.status === CHANNEL_ENABLED;
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <IconButton
        label={`${t(enabled ? 'channels.actions.disableTag' : 'channels.actions.enableTag')}: ${row.tag}`}
        icon={enabled ? IconPlayerPause : IconPlayerPlay}
        run={() => void actions.toggleTag(row)}
      />
      <IconButton
        label={`${t('channels.actions.editTag')}: ${row.tag}`}
        icon={IconTag}
        run={() => editTag(row)}
      />
    </Group>
  );
}

function RowActions({
  row,
  t,
  types,
  actions,
  edit,
  test,
}: ChannelColumnsInput & { row: ChannelRow }) {
  const enabled = row.status === CHANNEL_ENABLED;
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <IconButton
        label={`${t('channels.actions.test')}: ${row.name}`}
        icon={IconFlask}
        run={() => test(row)}
      />
      <IconButton
        label={`${t(enabled ? 'channels.actions.disable' : 'channels.actions.enable')}: ${row.name}`}
        icon={enabled ? IconPlayerPause : IconPlayerPlay}
        run={() => void actions.toggle(row)}
      />
      <RowMenu
        label={row.name}
        actions={[
          { label: t('channels.actions.edit'), icon: IconPencil, run: () => edit(row) },
          {
            label: t('channels.actions.balance'),
            icon: IconCoins,
            disabled: types.find(row.type)?.has_balance === false,
            run: () => void actions.updateBalance(row),
          },
          { label: t('channels.actions.copy'), icon: IconCopy, run: () => void actions.copy(row) },
          {
            label: t('channels.actions.delete'),
            icon: IconTrash,
            danger: true,
            run: () => actions.remove(row),
          },
        ]}
      />
    </Group>
  );
}
