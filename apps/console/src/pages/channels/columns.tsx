import { Group, Text, UnstyledButton } from '@mantine/core';
import { CHANNEL_ENABLED, type ChannelRow, PRIORITY_MIN } from '@tollgate/contract';
import {
  IconChevronDown,
  IconChevronRight,
  IconCoins,
  IconCopy,
  IconFlask,
  IconPencil,
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
import { RowToggle } from '../../ui/tables/row-toggle.tsx';
import { ResponseTime, UpstreamBalance } from './channel-tags.tsx';
import { ConditionTag } from './condition-tag.tsx';
import { ActivityCell, FirstTokenCell } from './activity-cells.tsx';
import { ProviderTile } from './provider-tile.tsx';
import { TypeTag } from './type-tag.tsx';
import type { Activities } from './use-channel-activity.ts';
import type { ChannelActions } from './use-channel-actions.ts';
import type { ChannelTypes } from './use-channel-types.ts';

export interface ChannelColumnsInput {
  t: TFunction;
  types: ChannelTypes;
  actions: ChannelActions;
  edit: (channel: ChannelRow) => void;
  test: (channel: ChannelRow) => void;
  editTag: (row: ChannelRow) => void;
  /** Tags whose channels are expanded. */
  unfolded: ReadonlySet<string>;
  fold: (row: ChannelRow) => void;
  activities: Activities;
}

/** Whether a row represents all channels of a tag. */
export const isTagRow = (row: ChannelRow) => row.children !== undefined;

/** Returns the columns of the channel list. */
export function channelColumns(input: ChannelColumnsInput): Column<ChannelRow>[] {
  const { t, types, actions, activities } = input;
  type Key =
    | 'name'
    | 'group'
    | 'type'
    | 'on'
    | 'health'
    | 'activity'
    | 'firstToken'
    | 'response'
    | 'used'
    | 'balance'
    | 'priority'
    | 'weight'
    | 'actions';
  const column = (key: Key) => ({ key, header: t(`channels.columns.${key}`), recycled: true });
  const number = (field: 'priority' | 'weight', minimum: number) => (row: ChannelRow) =>
    isTagRow(row) ? (
      row[field]
    ) : (
      <InlineNumber
        of={row.id}
        label={`${t(`channels.columns.${field}`)}: ${row.name}`}
        value={row[field]}
        minimum={minimum}
        clamp={field === 'weight'}
        apply={(value) => void actions.setNumber(row, field, value)}
      />
    );
  return [
    {
      ...column('name'),
      mobile: 'title',
      fixed: true,
      sort: 'name',
      render: (row) => <ChannelName row={row} {...input} />,
    },
    {
      ...column('on'),
      mobile: 'badge',
      sort: 'status',
      render: (row) => <OnSwitch row={row} {...input} />,
    },
    {
      ...column('health'),
      mobile: 'status',
      sort: 'condition',
      render: (row) => <ConditionTag row={row} />,
    },
    {
      ...column('activity'),
      sort: 'failures',
      rank: 3,
      width: 140,
      mobile: 'figure',
      render: (row) => <ActivityCell row={row} activities={activities} t={t} />,
    },
    {
      ...column('firstToken'),
      sort: 'first_token',
      align: 'end',
      rank: 2,
      mobile: 'figure',
      render: (row) => <FirstTokenCell row={row} activities={activities} t={t} />,
    },
    {
      ...column('used'),
      sort: 'used_quota',
      align: 'end',
      mobile: 'figure',
      rank: 1,
      render: ({ used_quota }) => <Money quota={used_quota} />,
    },
    {
      ...column('balance'),
      sort: 'balance',
      align: 'end',
      mobile: 'hidden',
      rank: 5,
      render: (row) => <UpstreamBalance row={row} t={t} />,
    },
    {
      ...column('group'),
      sort: 'group',
      mobile: 'hidden',
      rank: 6,
      render: ({ group }) => <GroupTags groups={group} max={2} />,
    },
    {
      ...column('priority'),
      sort: 'priority',
      rank: 4,
      align: 'end',
      mobile: 'hidden',
      render: number('priority', PRIORITY_MIN),
    },
    {
      ...column('weight'),
      sort: 'weight',
      rank: 4,
      align: 'end',
      mobile: 'hidden',
      render: number('weight', 0),
    },
    {
      ...column('response'),
      sort: 'response_time',
      align: 'end',
      rank: 7,
      mobile: 'hidden',
      render: (row) => <ResponseTime row={row} t={t} />,
    },
    {
      ...column('type'),
      sort: 'type',
      mobile: 'hidden',
      rank: 8,
      render: ({ type }) =>
        type === 0 ? null : <TypeTag label={types.label(type)} color={types.find(type)?.color} />,
    },
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

/** The name after the provider's mark; a tag's row expands and collapses. */
function ChannelName({ row, t, types, unfolded, fold }: ChannelColumnsInput & { row: ChannelRow }) {
  if (!isTagRow(row))
    return (
      <span className="channel-name">
        <ProviderTile label={types.label(row.type)} color={types.find(row.type)?.color} />
        <span className="clip" title={row.name}>
          {row.name}
        </span>
        <span className="channel-id">{row.id}</span>
      </span>
    );
  const isOpen = unfolded.has(row.tag);
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <UnstyledButton aria-expanded={isOpen} onClick={() => fold(row)}>
      <Group gap={6} wrap="nowrap">
        <Chevron size={16} aria-hidden />
        <IconTag size={15} stroke={1.6} aria-hidden />
        <Text fw={600} truncate maw={170}>
          {t('channels.tagRow', { tag: row.tag, count: row.children?.length ?? 0 })}
        </Text>
      </Group>
    </UnstyledButton>
  );
}

/** The switch that the operator sets; the actual condition has its own column. */
function OnSwitch({ row, t, actions }: ChannelColumnsInput & { row: ChannelRow }) {
  const isOn = row.status === CHANNEL_ENABLED;
  const { children } = row;
  return (
    <Group gap={6} wrap="nowrap">
      <RowToggle
        kind="switch"
        label={`${t('channels.columns.on')}: ${row.name}`}
        checked={isOn}
        change={() => void (children ? actions.toggleTag(row) : actions.toggle(row))}
      />
      {children ? (
        <Text span size="xs" c="dimmed" className="tabular">
          {children.filter(({ status }) => status === CHANNEL_ENABLED).length}/{children.length}
        </Text>
      ) : null}
    </Group>
  );
}

function TagRowActions({ row, t, editTag }: ChannelColumnsInput & { row: ChannelRow }) {
  return (
    <span className="row-actions">
      <IconButton
        label={`${t('channels.actions.editTag')}: ${row.tag}`}
        icon={IconTag}
        run={() => editTag(row)}
      />
    </span>
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
  return (
    <span className="row-actions">
      <span className="not-in-cards">
        <IconButton
          label={`${t('channels.actions.test')}: ${row.name}`}
          icon={IconFlask}
          run={() => test(row)}
        />
      </span>
      <RowMenu
        key={row.id}
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
    </span>
  );
}
