import { Badge, Group, Text } from '@mantine/core';
import {
  LOG_CONSUME,
  LOG_ERROR,
  LOG_MANAGE,
  LOG_SYSTEM,
  LOG_TOPUP,
  type LogEntry,
} from '@tollgate/contract';
import {
  IconAlertTriangle,
  IconArrowsExchange,
  IconBolt,
  IconCoin,
  IconQuestionMark,
  IconSettings,
  IconUserCog,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { CopyText } from '../../ui/display/copy.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { GroupTags } from '../../ui/display/group-tags.tsx';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import { KeyName } from './key-name.tsx';
import { Money } from '../../ui/display/money.tsx';
import { TimeText } from '../../ui/display/time-text.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { billingText } from './billing-text.ts';
import { explainRow, readOther } from './read-other.ts';
import { durationTone, firstTokenTone } from './tones.ts';

/** The kind of a row as icon, word and colour. */
export function LogType({ type, t }: { type: number; t: TFunction }) {
  switch (type) {
    case LOG_TOPUP:
      return <StatusTag tone="good" icon={IconCoin} label={t('logs.types.topup')} />;
    case LOG_CONSUME:
      return <StatusTag tone="info" icon={IconArrowsExchange} label={t('logs.types.consume')} />;
    case LOG_MANAGE:
      return <StatusTag tone="warn" icon={IconUserCog} label={t('logs.types.manage')} />;
    case LOG_SYSTEM:
      return <StatusTag tone="off" icon={IconSettings} label={t('logs.types.system')} />;
    case LOG_ERROR:
      return <StatusTag tone="bad" icon={IconAlertTriangle} label={t('logs.types.error')} />;
    default:
      return <StatusTag tone="off" icon={IconQuestionMark} label={t('logs.types.other')} />;
  }
}

export const isCall = ({ type }: LogEntry) => type === LOG_CONSUME || type === LOG_ERROR;

/** How long a call took, to its end and to its first token. */
export function Duration({ row, t }: { row: LogEntry; t: TFunction }) {
  const { frt } = readOther(row);
  return (
    <Group gap={8} wrap="nowrap">
      <Text
        component="span"
        inherit
        c={`var(--status-${durationTone(row.use_time)})`}
        className="tabular"
      >
        {t('logs.seconds', { seconds: row.use_time || '<1' })}
      </Text>
      {row.is_stream && frt !== undefined ? (
        <Text
          component="span"
          inherit
          c={`var(--status-${firstTokenTone(frt)})`}
          className="tabular"
        >
          {frt < 1000
            ? t('logs.milliseconds', { ms: frt })
            : t('logs.seconds', { seconds: (frt / 1000).toFixed(1) })}
        </Text>
      ) : null}
      <Badge
        size="xs"
        variant="light"
        color="slate"
        tt="none"
        fw={500}
        autoContrast={false}
        c="dimmed"
      >
        {t(row.is_stream ? 'logs.stream' : 'logs.whole')}
      </Badge>
    </Group>
  );
}

function Details({ row, t }: { row: LogEntry; t: TFunction }) {
  const { i18n } = useTranslation();
  const other = readOther(row);
  const explanation = explainRow(row);
  return (
    <Text component="span" size="sm" c="dimmed" lineClamp={1} maw={340}>
      {other.estimated ? `${t('logs.about')} ` : ''}
      {explanation
        ? billingText(t, explanation, row.quota, (name) => translateEnum(i18n, 'ui.billed', name))
        : row.content}
    </Text>
  );
}

/** The columns of the log; administrators also see who called, by which channel and what was tried. */
export function logColumns(t: TFunction, admin: boolean): Column<LogEntry>[] {
  type Key =
    | 'time'
    | 'channel'
    | 'user'
    | 'token'
    | 'group'
    | 'type'
    | 'model'
    | 'duration'
    | 'prompt'
    | 'completion'
    | 'cost'
    | 'retry'
    | 'details';
  const column = (key: Key) => ({ key, header: t(`logs.columns.${key}`) });
  const forAdmin = (columns: Column<LogEntry>[]) => (admin ? columns : []);
  return [
    {
      ...column('time'),
      mobile: 'title',
      fixed: true,
      render: ({ created_at }) => <TimeText seconds={created_at} />,
    },
    ...forAdmin([
      {
        ...column('channel'),
        mobile: 'hidden',
        render: ({ channel, channel_name }) =>
          channel === 0 ? null : (
            <Text inherit truncate maw={150} title={channel_name}>
              {`${channel} ${channel_name}`}
            </Text>
          ),
      },
      { ...column('user'), render: ({ username }) => username },
    ]),
    {
      ...column('token'),
      render: (row) => <KeyName row={row} />,
    },
    { ...column('group'), mobile: 'hidden', render: ({ group }) => <GroupTags groups={group} /> },
    { ...column('type'), mobile: 'badge', render: ({ type }) => <LogType type={type} t={t} /> },
    {
      ...column('model'),
      render: ({ model_name }) => (model_name === '' ? null : <CopyText text={model_name} />),
    },
    {
      ...column('cost'),
      align: 'end',
      render: (row) => (isCall(row) ? <Money quota={row.quota} exact /> : null),
    },
    { ...column('duration'), render: (row) => (isCall(row) ? <Duration row={row} t={t} /> : null) },
    {
      ...column('prompt'),
      align: 'end',
      render: (row) => (isCall(row) ? row.prompt_tokens.toLocaleString() : null),
    },
    {
      ...column('completion'),
      align: 'end',
      render: (row) => (isCall(row) ? row.completion_tokens.toLocaleString() : null),
    },
    ...forAdmin([
      {
        ...column('retry'),
        mobile: 'hidden',
        render: (row) => {
          const chain = readOther(row).admin_info?.use_channel ?? [];
          return chain.length > 1 ? (
            <Group gap={4} wrap="nowrap" className="tabular">
              <IconBolt size={14} aria-hidden />
              {chain.join(' → ')}
            </Group>
          ) : null;
        },
      },
    ]),
    { ...column('details'), mobile: 'text', render: (row) => <Details row={row} t={t} /> },
  ];
}
