import { Button, Group, Table, Text, UnstyledButton } from '@mantine/core';
import {
  USAGE_DIMENSIONS,
  type UsageFigures,
  type UsageMeasure,
  type UsageReport,
  type UsageRow,
} from '@tollgate/contract';
import { IconAlertTriangle, IconArrowDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useTranslation } from '../../texts.tsx';
import { slotColor } from '../../ui/charts/chart-data.ts';
import { ModelMark } from '../../ui/display/model-mark.tsx';
import { Money } from '../../ui/display/money.tsx';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import { StatusTabs } from '../../ui/tables/status-tabs.tsx';
import { pages } from '../index.ts';
import type { DateRange } from '../../ui/filters/date-range.ts';
import { ChangeText } from './figure-card.tsx';
import type { DashboardQuery } from './query.ts';
import { formatCompact, formatMs, formatShare } from './use-figure-formats.ts';
import { seriesSlots } from './series-slots.ts';

const ROWS_MAX = 100;
const MORE_ROWS = [10, 25, 50, ROWS_MAX] as const;
/** From this share of failed calls on, and this many of them, a row's errors stand out. */
const ALARM_SHARE = 0.02;
const ALARM_CALLS = 5;

export interface BreakdownProps {
  report: UsageReport;
  query: DashboardQuery;
  setQuery: (changes: Partial<DashboardQuery>) => void;
  /** Channels, users and groups too. */
  all: boolean;
}

/** The figures by model, channel, user, key or group, with the rest and the whole. */
export function Breakdown({ report, query, setQuery, all }: BreakdownProps) {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const dimensions = all ? USAGE_DIMENSIONS : (['model', 'key'] as const);
  const more = MORE_ROWS.find((rows) => rows > report.rows.length);
  return (
    <section aria-label={t('dashboard.breakdown')}>
      <StatusTabs
        label={t('dashboard.breakdown')}
        value={report.by}
        tabs={dimensions.map((by) => ({
          value: by,
          label: t(`dashboard.by.${by}`),
          ...(by === report.by ? { count: report.count } : {}),
        }))}
        choose={(by) => setQuery({ by })}
      />
      {mobile ? (
        <Cards report={report} setQuery={setQuery} />
      ) : (
        <Rows report={report} query={query} setQuery={setQuery} />
      )}
      {report.count > report.rows.length && more && report.rows.length < ROWS_MAX ? (
        <Button variant="subtle" size="xs" mt="xs" onClick={() => setQuery({ rows: more })}>
          {t('ui.table.showFurther', {
            count: Math.min(more, report.count) - report.rows.length,
          })}
        </Button>
      ) : null}
    </section>
  );
}

const COLUMNS: readonly {
  id: 'input' | 'output' | 'share' | 'change' | 'p50' | 'p95' | UsageMeasure;
}[] = [
  { id: 'spend' },
  { id: 'share' },
  { id: 'change' },
  { id: 'calls' },
  { id: 'input' },
  { id: 'output' },
  { id: 'failed' },
  { id: 'p50' },
  { id: 'p95' },
];
const SORTABLE = new Set<string>(['spend', 'calls', 'failed']);

function Rows({ report, query, setQuery }: Omit<BreakdownProps, 'all'>) {
  const { t } = useTranslation();
  const slots = seriesSlots(
    report.by,
    report.rows.map(({ key }) => key),
  );
  const hidden = report.count - report.rows.length;
  return (
    <div className="data-table-scroll breakdown">
      <Table className="data-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t(`dashboard.by.${report.by}`)}</Table.Th>
            {COLUMNS.map(({ id }) => (
              <Table.Th
                key={id}
                data-align={id === 'share' ? 'start' : 'end'}
                aria-sort={id === query.measure ? 'descending' : undefined}
              >
                {SORTABLE.has(id) ? (
                  <UnstyledButton
                    className="sort-button"
                    data-active={id === query.measure}
                    onClick={() => setQuery({ measure: id as UsageMeasure })}
                  >
                    {t(`dashboard.columns.${id}`)}
                    <IconArrowDown size={13} stroke={2} aria-hidden />
                  </UnstyledButton>
                ) : (
                  t(`dashboard.columns.${id}`)
                )}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {report.rows.map((row) => (
            <Table.Tr key={row.key}>
              <Table.Th scope="row" fw={400}>
                <RowName row={row} by={report.by} range={rangeOf(report)} setQuery={setQuery} />
              </Table.Th>
              <FigureCells
                figures={row.figures}
                before={row.before}
                whole={report.totals}
                measure={query.measure}
                color={slotColor(slots.get(row.key))}
              />
            </Table.Tr>
          ))}
          {hidden > 0 ? (
            <Table.Tr>
              <Table.Th scope="row" fw={400}>
                {t('dashboard.otherCount', { count: hidden })}
              </Table.Th>
              <FigureCells
                figures={report.other}
                before={null}
                whole={report.totals}
                measure={query.measure}
                color={slotColor(undefined)}
              />
            </Table.Tr>
          ) : null}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">
              {t(`dashboard.allOf.${report.by}`, { count: report.count })}
            </Table.Th>
            <FigureCells
              figures={report.totals}
              before={report.before}
              whole={report.totals}
              measure={query.measure}
            />
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </div>
  );
}

function FigureCells({
  figures,
  before,
  whole,
  measure,
  color,
}: {
  figures: UsageFigures;
  before: UsageFigures | null;
  whole: UsageFigures;
  measure: UsageMeasure;
  /** Of the bar; without it the row is the whole. */
  color?: string;
}) {
  const value = measured(figures, measure);
  const share = formatShare(value, measured(whole, measure), 1);
  return (
    <>
      <Cell>
        <Money quota={figures.spend} />
      </Cell>
      <Table.Td>
        <span className="share">
          {color ? (
            <span className="share-bar">
              <span style={{ width: share === '–' ? 0 : share, background: color }} />
            </span>
          ) : null}
          <span className="tabular">{share}</span>
        </span>
      </Table.Td>
      <Cell>
        {before ? (
          <ChangeText
            now={value}
            before={measured(before, measure)}
            better={measure === 'failed' ? 'down' : 'up'}
          />
        ) : null}
      </Cell>
      <Cell>{figures.calls.toLocaleString()}</Cell>
      <Cell>{formatCompact(figures.prompt_tokens)}</Cell>
      <Cell>{formatCompact(figures.completion_tokens)}</Cell>
      <Cell>
        <ErrorShare {...figures} />
      </Cell>
      <Cell>{formatMs(figures.first_token_p50)}</Cell>
      <Cell>{formatMs(figures.first_token_p95)}</Cell>
    </>
  );
}

function Cell({ children }: { children: React.ReactNode }) {
  return (
    <Table.Td data-align="end" className="tabular">
      {children}
    </Table.Td>
  );
}

/** Failed calls as a share of all; red with a sign where they are many. */
function ErrorShare({ failed, calls }: UsageFigures) {
  const alarming = failed >= ALARM_CALLS && failed / calls >= ALARM_SHARE;
  if (!alarming) return <>{formatShare(failed, calls)}</>;
  return (
    <span className="figure-change" style={{ color: 'var(--bad)', fontSize: 'inherit' }}>
      <IconAlertTriangle size={14} stroke={2} aria-hidden />
      {formatShare(failed, calls)}
    </span>
  );
}

function measured(figures: UsageFigures, measure: UsageMeasure): number {
  return measure === 'tokens'
    ? figures.prompt_tokens + figures.completion_tokens
    : figures[measure];
}

/** The piece of time that a report is about. */
const rangeOf = ({ edges }: UsageReport): DateRange => ({
  start: edges[0] ?? 0,
  end: (edges.at(-1) ?? 1) - 1,
});

/** What the log is narrowed to by a row; undefined for what is gone and has no name. */
function callsOf(
  by: UsageReport['by'],
  { key, name }: Pick<UsageRow, 'key' | 'name'>,
): Record<string, string> | undefined {
  if (by === 'channel') return { channel: key };
  if (name === '') return undefined;
  if (by === 'model') return { model_name: name };
  return by === 'group' ? { group: name } : { token_name: name };
}

/** A row's name: a user's leads to what that user alone did, any other to its calls in the log. */
function RowName({
  row: { key, name, owner },
  by,
  range,
  setQuery,
}: {
  row: UsageRow;
  by: UsageReport['by'];
  range: DateRange;
  setQuery: BreakdownProps['setQuery'];
}) {
  const { t } = useTranslation();
  const shown = name || t('dashboard.gone', { id: key });
  if (by === 'user')
    return (
      <UnstyledButton
        className="row-link"
        onClick={() => setQuery({ user: Number(key), by: 'model' })}
      >
        {shown}
      </UnstyledButton>
    );
  const calls = callsOf(by, { key, name });
  return (
    <>
      {calls ? (
        <Link
          className={by === 'model' ? 'row-link mono' : 'row-link'}
          title={t('dashboard.openLog')}
          to={pages.log.path}
          search={
            {
              ...calls,
              start_timestamp: String(range.start),
              end_timestamp: String(range.end),
            } as never
          }
        >
          {by === 'model' ? <ModelMark model={name} size={18} /> : null}
          {shown}
        </Link>
      ) : (
        <span>{shown}</span>
      )}
      {owner ? (
        <Text span size="xs" c="dimmed" ml={6}>
          {owner}
        </Text>
      ) : null}
    </>
  );
}

/** The same rows on a phone. */
function Cards({ report, setQuery }: Pick<BreakdownProps, 'report' | 'setQuery'>) {
  const { t } = useTranslation();
  return (
    <ul className="breakdown-cards">
      {report.rows.map((row) => (
        <li key={row.key}>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <span className="truncate">
              <RowName row={row} by={report.by} range={rangeOf(report)} setQuery={setQuery} />
            </span>
            <Text fw={600} component="span">
              <Money quota={row.figures.spend} />
            </Text>
          </Group>
          <Group justify="space-between" wrap="nowrap" gap="xs">
            <Text size="xs" c="dimmed" className="tabular">
              {t('dashboard.cardLine', {
                calls: row.figures.calls.toLocaleString(),
                errors: formatShare(row.figures.failed, row.figures.calls),
                latency: formatMs(row.figures.first_token_p50),
              })}
            </Text>
            {row.before ? (
              <ChangeText now={row.figures.spend} before={row.before.spend} better="up" />
            ) : null}
          </Group>
        </li>
      ))}
      <li>
        <Group justify="space-between" wrap="nowrap">
          <strong>{t(`dashboard.allOf.${report.by}`, { count: report.count })}</strong>
          <Text fw={600} component="span">
            <Money quota={report.totals.spend} />
          </Text>
        </Group>
      </li>
    </ul>
  );
}
