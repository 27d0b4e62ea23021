import { Group, Paper, Table, Text, Title } from '@mantine/core';
import { LOG_CONSUME, LOG_ERROR, type LogEntry } from '@tollgate/contract';
import { IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import dayjs from 'dayjs';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Money } from '../../ui/display/money.tsx';
import { StatusTag } from '../../ui/display/status-tag.tsx';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import { pages } from '../index.ts';
import { formatMs } from './use-figure-formats.ts';

const SHOWN = 6;
const EVERY_MS = 15_000;

/** The last calls, with what became of them. */
export function RecentCalls() {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const logs = useEndpoint(
    calls.listOwnLogs,
    { query: { p: 1, page_size: 20 } },
    { refetchIntervalMs: EVERY_MS },
  );
  const rows = (logs.data?.items ?? [])
    .filter(({ type }) => type === LOG_CONSUME || type === LOG_ERROR)
    .slice(0, SHOWN);
  return (
    <Paper className="panel flush" component="section" aria-label={t('dashboard.recent.title')}>
      <Group justify="space-between" className="panel-head">
        <Title order={2}>{t('dashboard.recent.title')}</Title>
        <Link to={pages.log.path} className="attention-link">
          {t('dashboard.recent.all')}
        </Link>
      </Group>
      {logs.data && rows.length === 0 ? (
        <Text size="sm" c="dimmed" className="panel-head">
          {t('dashboard.recent.none')}
        </Text>
      ) : (
        <div className="data-table-scroll">
          <Table className="data-table">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('dashboard.time')}</Table.Th>
                <Table.Th>{t('dashboard.by.model')}</Table.Th>
                {mobile ? null : (
                  <>
                    <Table.Th>{t('dashboard.by.key')}</Table.Th>
                    <Table.Th data-align="end">{t('dashboard.columns.input')}</Table.Th>
                    <Table.Th data-align="end">{t('dashboard.columns.output')}</Table.Th>
                    <Table.Th data-align="end">{t('dashboard.recent.duration')}</Table.Th>
                    <Table.Th>{t('dashboard.recent.status')}</Table.Th>
                  </>
                )}
                <Table.Th data-align="end">{t('dashboard.recent.cost')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map((row) => (
                <Row key={row.id} row={row} mobile={mobile} />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Paper>
  );
}

function Row({ row, mobile }: { row: LogEntry; mobile: boolean }) {
  const { t } = useTranslation();
  const answered = row.type === LOG_CONSUME;
  const { frt, total_ms: total, status } = readTimes(row.other);
  const times = [frt, total].map((ms) => (ms === null ? '–' : formatMs(ms)));
  const at = dayjs.unix(row.created_at);
  const number = (value: number) => (answered ? value.toLocaleString() : '–');
  return (
    <Table.Tr>
      <Table.Td className="mono">
        {at.format(at.isSame(dayjs(), 'day') ? 'HH:mm:ss' : 'MM-DD HH:mm')}
      </Table.Td>
      <Table.Td className="mono">{row.model_name}</Table.Td>
      {mobile ? null : (
        <>
          <Table.Td>{row.token_name}</Table.Td>
          <Table.Td data-align="end">{number(row.prompt_tokens)}</Table.Td>
          <Table.Td data-align="end">{number(row.completion_tokens)}</Table.Td>
          <Table.Td data-align="end" className="tabular">
            {times.join(' / ')}
          </Table.Td>
          <Table.Td>
            <StatusTag
              tone={answered ? 'good' : 'bad'}
              icon={answered ? IconCircleCheck : IconCircleX}
              label={
                answered
                  ? t('dashboard.recent.answered')
                  : t('dashboard.recent.failed', { status: status ?? '' }).trim()
              }
            />
          </Table.Td>
        </>
      )}
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
