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
import { LastUse } from '../../ui/display/last-use.tsx';
import { keyLimits, limitLeft } from '../../ui/format/key-limits.ts';
import { LimitBar } from './limit-bar.tsx';
import { HintText } from '../../ui/display/hint-text.tsx';
import { IconButton } from '../../ui/display/icon-button.tsx';
import { Money } from '../../ui/display/money.tsx';
import { Sparkline } from '../../ui/charts/sparkline.tsx';
import { TimeText } from '../../ui/display/time-text.tsx';
import { RowMenu } from '../../ui/tables/row-menu.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { UnreadableTag } from '../../ui/display/unreadable-tag.tsx';

export interface ApiKeyActions {
  toggle: (apiKey: Token) => void;
  edit: (apiKey: Token) => void;
  remove: (apiKey: Token) => void;
}

/** A key's status as icon and label. */
export function ApiKeyStatus({ status, t }: { status: number; t: TFunction }) {
  if (status === TOKEN_ENABLED)
    return <StatusTag tone="good" icon={IconCircleCheck} label={t('tokens.status.enabled')} />;
  if (status === TOKEN_EXPIRED)
    return <StatusTag tone="warn" icon={IconClockOff} label={t('tokens.status.expired')} />;
  if (status === TOKEN_EXHAUSTED)
    return <StatusTag tone="bad" icon={IconCoinOff} label={t('tokens.status.exhausted')} />;
  return <StatusTag tone="off" icon={IconCircleMinus} label={t('tokens.status.disabled')} />;
}

/** What a key may still spend, by its nearest limit. */
function Remaining({ apiKey, t }: { apiKey: Token; t: TFunction }) {
  const [nearest] = keyLimits(apiKey);
  if (!nearest) return t('ui.unlimited');
  return (
    <>
      <Money quota={limitLeft(nearest)} />
      {nearest.kind === 'total' ? null : (
        <Text span size="xs" c="dimmed" display="block">
          {t(`ui.keyLimit.left.${nearest.kind}`)}
        </Text>
      )}
    </>
  );
}

/** A key's cost in the last seven days, with a sparkline. */
function Week({ costs = [] }: { costs?: readonly number[] | undefined }) {
  const sum = costs.reduce((total, cost) => total + cost, 0);
  if (sum === 0) return '–';
  return (
    <Group gap="sm" wrap="nowrap">
      <Money quota={sum} />
      <div className="key-week">
        <Sparkline values={costs} height={16} />
      </div>
    </Group>
  );
}

function AllowedModels({ apiKey, t }: { apiKey: Token; t: TFunction }) {
  if (!apiKey.model_limits_enabled) return t('tokens.allModels');
  const models = apiKey.model_limits.split(',').filter(Boolean);
  return (
    <HintText hint={models.join(', ')}>{t('tokens.someModels', { count: models.length })}</HintText>
  );
}

/** Returns the columns of the key list; a team's list also says who created each key. */
export function apiKeyColumns(
  t: TFunction,
  { toggle, edit, remove }: ApiKeyActions,
  showsCreator = false,
): Column<Token>[] {
  const column = (
    key:
      | 'name'
      | 'status'
      | 'used'
      | 'remain'
      | 'week'
      | 'models'
      | 'group'
      | 'maker'
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
      sort: 'name',
      mobile: 'title',
      fixed: true,
      render: ({ name, key, key_unreadable: unreadable, payload_log: keepsPayloads }) => (
        <>
          <Text fw={500} truncate maw={280} title={name}>
            {name}
          </Text>
          {unreadable ? null : (
            <Text size="xs" c="dimmed" className="mono">
              {keyTail(key)}
            </Text>
          )}
          {keepsPayloads ? (
            <HintText hint={t('tokens.payload.hint')}>{t('tokens.payload.tag')}</HintText>
          ) : null}
        </>
      ),
    },
    {
      ...column('status'),
      mobile: 'status',
      render: ({ status, key_unreadable: unreadable }) =>
        unreadable ? <UnreadableTag /> : <ApiKeyStatus status={status} t={t} />,
    },
    {
      ...column('used'),
      sort: 'used',
      mobile: 'figure',
      render: (apiKey) => <LimitBar apiKey={apiKey} />,
    },
    {
      ...column('remain'),
      rank: 3,
      mobile: 'hidden',
      align: 'end',
      render: (apiKey) => <Remaining apiKey={apiKey} t={t} />,
    },
    { ...column('week'), rank: 1, mobile: 'hidden', render: ({ week }) => <Week costs={week} /> },
    {
      ...column('lastUsed'),
      mobile: 'figure',
      sort: 'last_used',
      render: ({ accessed_time: at, accessed_ip: ip }) => <LastUse seconds={at} ip={ip} />,
    },
    {
      ...column('models'),
      rank: 1,
      mobile: 'hidden',
      render: (apiKey) => <AllowedModels apiKey={apiKey} t={t} />,
    },
    {
      ...column('group'),
      rank: 2,
      mobile: 'hidden',
      render: ({ group }) =>
        group === '' ? (
          <HintText hint={t('tokens.peek.ownGroup')}>–</HintText>
        ) : (
          <GroupTags groups={group} />
        ),
    },
    ...(showsCreator
      ? [{ ...column('maker'), render: ({ created_by_name: maker = '' }: Token) => maker }]
      : []),
    {
      ...column('created'),
      rank: 4,
      mobile: 'hidden',
      sort: 'created',
      render: ({ created_time }) => <TimeText seconds={created_time} />,
    },
    {
      ...column('expires'),
      mobile: 'hidden',
      sort: 'expires',
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
