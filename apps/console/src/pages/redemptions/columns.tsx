import { Group, Text } from '@mantine/core';
import {
  type ListedRedemption,
  REDEMPTION_DISABLED,
  REDEMPTION_UNUSED,
  REDEMPTION_USED,
} from '@tollgate/contract';
import {
  IconCopy,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import type { Column } from '../../ui/tables/column.ts';
import { copyText } from '../../ui/display/copy.tsx';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { Money } from '../../ui/display/money.tsx';
import { RowMenu } from '../../ui/tables/row-menu.tsx';
import { TimeText } from '../../ui/display/time-text.tsx';
import { UnreadableTag } from '../../ui/display/unreadable-tag.tsx';
import { RedemptionStatus } from './redemption-status.tsx';

export interface RedemptionActions {
  toggle: (redemption: ListedRedemption) => void;
  edit: (redemption: ListedRedemption) => void;
  remove: (redemption: ListedRedemption) => void;
}

type Key = 'id' | 'name' | 'status' | 'quota' | 'created' | 'redeemer' | 'actions';

/** Returns the columns of the code list. */
export function redemptionColumns(
  t: TFunction,
  actions: RedemptionActions,
): Column<ListedRedemption>[] {
  const column = (key: Key) => ({ key, header: t(`redemptions.columns.${key}`) });
  return [
    {
      ...column('id'),
      sort: 'id',
      mobile: 'hidden',
      fixed: true,
      width: 72,
      render: ({ id }) => <span className="tabular">{id}</span>,
    },
    {
      ...column('name'),
      sort: 'name',
      mobile: 'title',
      fixed: true,
      render: ({ name }) => (
        <Text inherit fw={500} truncate maw={240} title={name}>
          {name}
        </Text>
      ),
    },
    {
      ...column('status'),
      mobile: 'status',
      render: ({ status, key_unreadable: unreadable }) =>
        unreadable ? <UnreadableTag /> : <RedemptionStatus status={status} t={t} />,
    },
    {
      ...column('quota'),
      mobile: 'figure',
      sort: 'quota',
      align: 'end',
      render: ({ quota }) => <Money quota={quota} />,
    },
    {
      ...column('created'),
      mobile: 'figure',
      sort: 'created',
      rank: 1,
      render: ({ created_time }) => <TimeText seconds={created_time} />,
    },
    {
      ...column('redeemer'),
      mobile: 'hidden',
      rank: 2,
      render: ({ used_user_id: id, redeemer }) =>
        id === 0 ? <span className="none">{t('redemptions.nobody')}</span> : `${redeemer} (${id})`,
    },
    {
      ...column('actions'),
      mobile: 'actions',
      fixed: true,
      align: 'end',
      render: (redemption) => <RowActions redemption={redemption} t={t} {...actions} />,
    },
  ];
}

/** The row actions of a code; those that the server would refuse are disabled and say why. */
function RowActions({
  redemption,
  t,
  toggle,
  edit,
  remove,
}: RedemptionActions & { redemption: ListedRedemption; t: TFunction }) {
  const { name, status, key } = redemption;
  const switched = status === REDEMPTION_DISABLED ? 'enable' : 'disable';
  const isUsed = status === REDEMPTION_USED;
  const action = t(`redemptions.actions.${switched}`);
  const label = isUsed
    ? t('redemptions.blocked', { action, reason: t('errors.redemption_already_redeemed') })
    : action;
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <IconButton
        label={`${t('redemptions.actions.copy')}: ${name}`}
        icon={IconCopy}
        disabled={redemption.key_unreadable}
        run={() => void copyText(key)}
      />
      <IconButton
        label={`${label}: ${name}`}
        icon={status === REDEMPTION_DISABLED ? IconPlayerPlay : IconPlayerPause}
        disabled={isUsed}
        run={() => toggle(redemption)}
      />
      <RowMenu
        label={name}
        actions={[
          {
            label: t('redemptions.actions.edit'),
            icon: IconPencil,
            disabled: status !== REDEMPTION_UNUSED,
            note: status === REDEMPTION_UNUSED ? undefined : t('errors.redemption_not_editable'),
            run: () => edit(redemption),
          },
          {
            label: t('redemptions.actions.delete'),
            icon: IconTrash,
            danger: true,
            run: () => remove(redemption),
          },
        ]}
      />
    </Group>
  );
}
