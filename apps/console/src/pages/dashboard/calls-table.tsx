import { Table } from '@mantine/core';
import { LOG_CONSUME, LOG_ERROR, type LogEntry } from '@tollgate/contract';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import dayjs from 'dayjs';
import { type ReactNode, useMemo, useRef } from 'react';
import { unixSeconds } from '../../server-clock.ts';
import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { useFittingColumns } from '../../ui/tables/use-fitting-columns.ts';
import { formatMs } from './use-figure-formats.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

/** Columns shown in addition to time, model and cost, if there is space. */
export const CALL_COLUMNS = ['key', 'input', 'output', 'duration', 'status'] as const;
type CallColumn = (typeof CALL_COLUMNS)[number];

/** Hiding order of columns if space is short: time, model and cost always stay. */
const RANKS: Readonly<Record<CallColumn, number>> = {
  input: 4,
  output: 4,
  duration: 3,
  key: 2,
  status: 1,
};

/** Filters the log rows that are calls, answered or failed. */
export const onlyCalls = (rows: readonly LogEntry[]): LogEntry[] =>
  rows.filter(({ type }) => type === LOG_CONSUME || type === LOG_ERROR);

/** A few calls in a table without paging. */
export function CallsTable({
  rows,
  wanted,
}: {
  rows: readonly LogEntry[];
  /** Shown if they fit. */
  wanted: readonly CallColumn[];
}) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const columns = useMemo(() => {
    const headers: Record<CallColumn, string> = {
      key: t('dashboard.by.key'),
      input: t('dashboard.columns.input'),
      output: t('dashboard.columns.output'),
      duration: t('dashboard.recent.duration'),
      status: t('dashboard.recent.status'),
    };
    return wanted.map((key) => ({ key, header: headers[key], rank: RANKS[key] }));
  }, [wanted, t]);
  const fitting = useFittingColumns(columns, frame);
  const shown = fitting.map(({ key }) => key);
  return (
    <div className="data-table-scroll" ref={frame}>
      <Table className="data-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('dashboard.time')}</Table.Th>
            <Table.Th>{t('dashboard.by.model')}</Table.Th>
            {fitting.map(({ key, header }) => (
              <Table.Th key={key} data-align={alignOf(key)}>
                {header}
              </Table.Th>
            ))}
            <Table.Th data-align="end">{t('dashboard.recent.cost')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) => (
            <Row key={row.id} row={row} shown={shown} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

const alignOf = (column: CallColumn) =>
  column === 'key' || column === 'status' ? undefined : 'end';

function Row({ row, shown }: { row: LogEntry; shown: readonly CallColumn[] }) {
  const { t } = useTranslation();
  const answered = row.type === LOG_CONSUME;
  const { frt, total_ms: total, status } = readTimes(row.other);
  const times = [frt, total].map((ms) => (ms === null ? '–' : formatMs(ms)));
  const at = dayjs.unix(row.created_at);
  const number = (value: number) => (answered ? formatNumber(value) : '–');
  const cells: Record<CallColumn, ReactNode> = {
    // Calls of the playground have no key.
    key: row.token_id < 0 ? t('ui.playground') : row.token_name,
    input: number(row.prompt_tokens),
    output: number(row.completion_tokens),
    duration: <span className="tabular">{times.join(' / ')}</span>,
    status: (
      <StatusTag
        tone={answered ? 'good' : 'bad'}
        icon={answered ? IconCircleCheck : IconCircleX}
        label={
          answered
            ? t('dashboard.recent.answered')
            : t('dashboard.recent.failed', { status: status ?? '' }).trim()
        }
      />
    ),
  };
  return (
    <Table.Tr>
      <Table.Td className="mono">
        {at.format(at.isSame(dayjs.unix(unixSeconds()), 'day') ? 'HH:mm:ss' : 'MM-DD HH:mm')}
      </Table.Td>
      <Table.Td className="mono">{row.model_name}</Table.Td>
      {shown.map((column) => (
        <Table.Td key={column} data-align={alignOf(column)}>
          {cells[column]}
        </Table.Td>
      ))}
      <Table.Td data-align="end" className="tabular">
        <Money quota={row.quota} exact />
      </Table.Td>
    </Table.Tr>
  );
}

function readTimes(other: string): Record<'frt' | 'total_ms' | 'status', number | null> {
  const facts = (other === '' ? {} : JSON.parse(other)) as Record<string, unknown>;
  const number = (value: unknown) => (typeof value === 'number' ? value : null);
  return {
    frt: number(facts['frt']),
    total_ms: number(facts['total_ms']),
    status: number(facts['status']),
  };
}
