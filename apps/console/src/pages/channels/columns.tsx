import { Group, Text } from '@mantine/core';
import { CHANNEL_AUTO_DISABLED, CHANNEL_ENABLED, type ChannelRow } from '@tollgate/contract';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleMinus,
  IconClock,
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
import type { Column } from '../../ui/data-table.tsx';
import { GroupTags } from '../../ui/group-tags.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { InlineNumber } from '../../ui/inline-number.tsx';
import { Money } from '../../ui/money.tsx';
import { RowMenu } from '../../ui/row-menu.tsx';
import { StatusTag, type Tone } from '../../ui/status-tag.tsx';
import { TypeTag } from './type-tag.tsx';
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

const isTagRow = (row: ChannelRow) => row.children !== undefined;

function ChannelStatus({ row, t }: { row: ChannelRow; t: TFunction }) {
  if (row.status === CHANNEL_ENABLED)
    return <StatusTag tone="good" icon={IconCircleCheck} label={t('channels.status.enabled')} />;
  if (row.status === CHANNEL_AUTO_DISABLED)
    return (
      <StatusTag
        tone="bad"
        icon={IconAlertTriangle}
        label={t('channels.status.auto')}
        title={row.status_reason}
      />
    );
  return <StatusTag tone="off" icon={IconCircleMinus} label={t('channels.status.disabled')} />;
}

/** Green up to 1 s, blue up to 3 s, orange up to 5 s, red above; grey when never tested. */
function ResponseTime({ milliseconds, t }: { milliseconds: number; t: TFunction }) {
  if (milliseconds === 0)
    return <StatusTag tone="off" icon={IconClock} label={t('channels.latency.untested')} />;
  const tone: Tone =
    milliseconds <= 1000
      ? 'good'
      : milliseconds <= 3000
        ? 'info'
        : milliseconds <= 5000
          ? 'warn'
          : 'bad';
  return (
    <StatusTag
      tone={tone}
      icon={IconClock}
      label={t('channels.latency.seconds', { seconds: (milliseconds / 1000).toFixed(2) })}
    />
  );
}

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
        apply={(value) => void actions.setNumber(row, field, value)}
      />
    );
  return [
    {
      ...column('id'),
      mobile: 'hidden',
      fixed: true,
      render: (row) => (isTagRow(row) ? null : <span className="tabular">{row.id}</span>),
    },
    {
      ...column('name'),
      mobile: 'title',
      fixed: true,
      render: (row) => (
        <Text fw={500}>
          {isTagRow(row)
            ? t('channels.tagRow', { tag: row.tag, count: row.children?.length ?? 0 })
            : row.name}
        </Text>
      ),
    },
    { ...column('group'), render: ({ group }) => <GroupTags groups={group} /> },
    {
      ...column('type'),
      render: ({ type }) =>
        type === 0 ? null : <TypeTag label={types.label(type)} color={types.find(type)?.color} />,
    },
    { ...column('status'), mobile: 'badge', render: (row) => <ChannelStatus row={row} t={t} /> },
    {
      ...column('response'),
      render: ({ response_time }) => <ResponseTime milliseconds={response_time} t={t} />,
    },
    { ...column('used'), align: 'end', render: ({ used_quota }) => <Money quota={used_quota} /> },
    { ...column('balance'), align: 'end', render: ({ balance }) => `$${balance.toFixed(2)}` },
    { ...column('priority'), align: 'end', mobile: 'hidden', render: number('priority', -999) },
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
