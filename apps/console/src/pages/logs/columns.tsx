import { Group } from '@mantine/core';
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
import type { zh } from '@tollgate/i18n';
import { type ReactNode, useContext } from 'react';
import { useTranslation } from '../../texts.tsx';
import { CopyText } from '../../ui/display/copy.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { GroupTags } from '../../ui/display/group-tags.tsx';
import { translateEnum } from '../../ui/format/translate-enum.ts';
import { InCard } from '../../ui/display/row-context.ts';
import { KeyName } from './key-name.tsx';
import { Money } from '../../ui/display/money.tsx';
import { MomentText } from '../../ui/display/time-text.tsx';
import { StatusTag, type Tone } from '../../ui/display/status-tag.tsx';
import { UserName } from '../../ui/display/user-name.tsx';
import { Tag } from '../../ui/display/tag.tsx';
import { billingText } from './billing-text.ts';
import { explainRow, readOther } from './read-other.ts';
import { durationTone, firstTokenTone } from './tones.ts';
import './logs.css';
import { formatNumber } from '../../ui/format/format-number.ts';

const KIND_ICONS: Readonly<Record<number, typeof IconCoin>> = {
  [LOG_TOPUP]: IconCoin,
  [LOG_MANAGE]: IconUserCog,
  [LOG_SYSTEM]: IconSettings,
};

/** The type of a row as icon, label and color. */
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

/** The HTTP status sent to the caller; 499 after a client disconnect before any. */
function HttpStatus({ row }: { row: LogEntry }) {
  const status = row.type === LOG_ERROR ? readOther(row).status : 200;
  if (status === undefined) return <Nothing />;
  const tone = status < 400 ? 'good' : status === 499 ? 'warn' : 'bad';
  return (
    <span className="http-status tabular" data-tone={tone}>
      {status}
    </span>
  );
}

const Nothing = () => <span style={{ color: 'var(--mantine-color-dimmed)' }}>–</span>;

function FirstToken({ row }: { row: LogEntry }) {
  const { frt } = readOther(row);
  if (!row.is_stream || frt === undefined) return <Nothing />;
  return (
    <span className="tabular" style={toned(firstTokenTone(frt))}>
      {formatNumber(frt)}
    </span>
  );
}

/** Old rows only have whole seconds. */
function Total({ row }: { row: LogEntry }) {
  const { t } = useTranslation();
  const isCard = useContext(InCard);
  const { total_ms: total } = readOther(row);
  const ms = total ?? (row.use_time === 0 ? undefined : row.use_time * 1000);
  const text = ms === undefined ? '<1,000' : formatNumber(ms);
  return (
    <span className="tabular" style={toned(durationTone(row.use_time))}>
      {isCard ? t('logs.milliseconds', { ms: text }) : text}
    </span>
  );
}

/** Good values have no color. */
const toned = (tone: Tone) => (tone === 'good' ? {} : { color: `var(--status-${tone})` });

/** How long a call took, to its end and to its first token. */
export function Duration({ row, t }: { row: LogEntry; t: TFunction }) {
  const { frt, total_ms: total } = readOther(row);
  return (
    <Group gap={8} wrap="nowrap">
      <span className="tabular" style={toned(durationTone(row.use_time))}>
        {total === undefined
          ? t('logs.seconds', { seconds: row.use_time || '<1' })
          : t('logs.milliseconds', { ms: formatNumber(total) })}
      </span>
      {row.is_stream && frt !== undefined ? (
        <span className="tabular" style={toned(firstTokenTone(frt))}>
          {t('logs.firstAfter', { ms: formatNumber(frt) })}
        </span>
      ) : null}
      <StreamBadge row={row} t={t} />
    </Group>
  );
}

function StreamBadge({ row, t }: { row: LogEntry; t: TFunction }) {
  return <Tag>{t(row.is_stream ? 'logs.stream' : 'logs.whole')}</Tag>;
}

/** The channel that answered; if none was reached, the reason. */
function ChannelOrCause({ row }: { row: LogEntry }) {
  if (row.channel !== 0)
    return (
      <span className="clip" title={`#${row.channel} ${row.channel_name}`}>
        {row.channel_name || `#${row.channel}`}
      </span>
    );
  if (row.type !== LOG_ERROR) return null;
  return (
    <span className="clip" style={{ color: 'var(--status-bad)' }} title={row.content}>
      {row.content}
    </span>
  );
}

/** The cost of a call; the amount of a refund or top-up has a plus sign. */
export function Cost({ row }: { row: LogEntry }) {
  if (isCall(row))
    return row.quota === 0 ? (
      <span style={{ color: 'var(--mantine-color-dimmed)' }}>
        <Money quota={0} exact aligned />
      </span>
    ) : (
      <Money quota={row.quota} exact aligned />
    );
  const { quota } = readOther(row);
  if (quota === undefined || quota <= 0) return null;
  return (
    <span className="tabular" style={{ color: 'var(--status-good)' }}>
      +<Money quota={quota} exact aligned />
    </span>
  );
}

function Details({ row, t, wraps }: { row: LogEntry; t: TFunction; wraps: boolean }) {
  const { i18n } = useTranslation();
  const other = readOther(row);
  const explanation = explainRow(row);
  const text = explanation
    ? billingText(t, explanation, row.quota, (name) => translateEnum(i18n, 'ui.billed', name))
    : row.content;
  return (
    <span className="log-text" data-wraps={wraps} data-call={isCall(row)} title={text}>
      {other.estimated ? `${t('logs.about')} ` : ''}
      {text}
    </span>
  );
}

/** The content of a row that is not a call, in place of the empty call columns. */
function Event({ row }: { row: LogEntry }) {
  const Icon = KIND_ICONS[row.type] ?? IconQuestionMark;
  return (
    <span className="log-event" title={row.content}>
      <Icon size={14} aria-hidden />
      <span className="clip">{row.content}</span>
    </span>
  );
}

/** Returns the last characters of an id: it begins with the time, which is shown next to it. */
const tailOf = (id: string) => (id.length > 12 ? `…${id.slice(-8)}` : id);

/**
 * Returns the columns of the log; administrators also see user, channel and attempts. If space is short, the
 * details of calls are hidden first, but never those of other rows, which have nothing else; among calls
 * (`ofCalls`) such a row shows its content in place of a model.
 */
export function logColumns(t: TFunction, admin: boolean, ofCalls = true): Column<LogEntry>[] {
  type Key = keyof (typeof zh)['logs']['columns'];
  const column = (key: Key) => ({ key, header: t(`logs.columns.${key}`), recycled: true });
  const forAdmin = (columns: Column<LogEntry>[]) => (admin ? columns : []);
  const ofCall = (render: (row: LogEntry) => ReactNode) => (row: LogEntry) =>
    isCall(row) ? render(row) : null;
  const isAmongCalls = (row: LogEntry) => ofCalls && !isCall(row) && row.model_name === '';
  return [
    {
      ...column('time'),
      mobile: ofCalls ? 'status' : 'title',
      fixed: true,
      width: 130,
      render: ({ created_at }) => <MomentText seconds={created_at} />,
    },
    {
      ...column('status'),
      mobile: ofCalls ? 'badge' : 'hidden',
      render: ofCall((row) => <HttpStatus row={row} />),
    },
    {
      ...column('type'),
      rank: 8,
      mobile: ofCalls ? 'hidden' : 'badge',
      render: ({ type }) => <LogType type={type} t={t} />,
    },
    {
      ...column('model'),
      mobile: ofCalls ? 'title' : 'status',
      render: (row) => {
        if (row.model_name !== '') return <CopyText text={row.model_name} />;
        return isAmongCalls(row) ? <Event row={row} /> : null;
      },
    },
    ...forAdmin([
      {
        ...column('user'),
        rank: 3,
        mobile: 'figure',
        render: ({ username, is_team }) => <UserName username={username} isTeam={is_team} />,
      },
    ]),
    {
      ...column('token'),
      rank: 4,
      mobile: ofCalls || admin ? 'hidden' : 'figure',
      render: (row) => <KeyName row={row} />,
    },
    ...forAdmin([
      {
        ...column('channel'),
        rank: 2,
        mobile: 'hidden',
        render: (row) => <ChannelOrCause row={row} />,
      },
    ]),
    {
      ...column('first'),
      rank: 6,
      align: 'end',
      mobile: 'hidden',
      render: ofCall((row) => <FirstToken row={row} />),
    },
    {
      ...column('total'),
      rank: 1,
      align: 'end',
      mobile: ofCalls ? 'figure' : 'hidden',
      render: ofCall((row) => <Total row={row} />),
    },
    {
      ...column('cost'),
      align: 'end',
      mobile: 'figure',
      render: (row) => <Cost row={row} />,
    },
    {
      ...column('prompt'),
      rank: 9,
      mobile: 'hidden',
      align: 'end',
      render: ofCall((row) => formatNumber(row.prompt_tokens)),
    },
    {
      ...column('completion'),
      rank: 9,
      mobile: 'hidden',
      align: 'end',
      render: ofCall((row) => formatNumber(row.completion_tokens)),
    },
    ...forAdmin([
      {
        ...column('retry'),
        rank: 7,
        mobile: 'hidden',
        render: (row) => {
          const chain = readOther(row).admin_info?.use_channel ?? [];
          return chain.length > 1 ? (
            <span className="log-retry tabular">
              <IconBolt size={14} aria-hidden />
              {chain.join(' → ')}
            </span>
          ) : null;
        },
      },
    ]),
    {
      ...column('stream'),
      rank: 10,
      mobile: 'hidden',
      render: ofCall((row) => <StreamBadge row={row} t={t} />),
    },
    {
      ...column('group'),
      rank: 11,
      mobile: 'hidden',
      render: ({ group }) => <GroupTags groups={group} />,
    },
    {
      ...column('request'),
      mobile: 'hidden',
      rank: 5,
      render: ({ request_id: id }) =>
        id === '' ? null : <CopyText text={id} label={tailOf(id)} />,
    },
    {
      ...column('details'),
      mobile: ofCalls ? 'hidden' : 'text',
      rank: ofCalls ? 12 : 0,
      render: (row) => (isAmongCalls(row) ? null : <Details row={row} t={t} wraps={!ofCalls} />),
    },
  ];
}
