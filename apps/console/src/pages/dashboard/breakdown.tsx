import { Button, Group, Table, Text, UnstyledButton } from '@mantine/core';
import {
  OWN_USAGE_DIMENSIONS,
  USAGE_DIMENSIONS,
  type UsageMeasure,
  type UsageReport,
  type UsageRow,
} from '@tollgate/contract';
import { IconArrowDown } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useMemo, useRef } from 'react';
import { useTranslation } from '../../texts.tsx';
import { slotColor } from '../../ui/charts/chart-data.ts';
import { ModelMark } from '../../ui/display/model-mark.tsx';
import { Money } from '../../ui/display/money.tsx';
import { UserName } from '../../ui/display/user-name.tsx';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import type { Column } from '../../ui/tables/column.ts';
import { StatusTabs } from '../../ui/tables/status-tabs.tsx';
import { TableSettings } from '../../ui/tables/table-settings.tsx';
import { useFittingColumns } from '../../ui/tables/use-fitting-columns.ts';
import {
  type TableView,
  toTableView,
  useTablePreferences,
} from '../../ui/tables/use-table-preferences.ts';
import { pages } from '../index.ts';
import type { DateRange } from '../../ui/filters/date-range.ts';
import { type BreakdownFigures, breakdownColumns } from './breakdown-columns.tsx';
import { ChangeText } from './figure-card.tsx';
import type { DashboardQuery } from './query.ts';
import { formatMs, formatShare } from './use-figure-formats.ts';
import { seriesSlots } from './series-slots.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

const ROWS_MAX = 100;
const MORE_ROWS = [10, 25, 50, ROWS_MAX] as const;
export interface BreakdownProps {
  report: UsageReport;
  query: DashboardQuery;
  setQuery: (changes: Partial<DashboardQuery>) => void;
  /** Also offers channels, users and groups. */
  all: boolean;
}

/** Usage by model, channel, user, key or group, with the rest and the total. */
export function Breakdown({ report, query, setQuery, all }: BreakdownProps) {
  const { t } = useTranslation();
  const mobile = useIsMobile();
  const table = useTablePreferences('usage');
  const dimensions = all ? USAGE_DIMENSIONS : OWN_USAGE_DIMENSIONS;
  const columns = useMemo(() => breakdownColumns(t, query.measure), [t, query.measure]);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  const more = MORE_ROWS.find((rows) => rows > report.rows.length);
  return (
    <section aria-label={t('dashboard.breakdown')}>
      <Group gap="xs" wrap="nowrap" align="flex-start">
        <div className="breakdown-tabs">
          <StatusTabs
            label={t('dashboard.breakdown')}
            value={report.by}
            tabs={dimensions.map((by) => ({
              value: by,
              label: t(`dashboard.by.${by}`),
              count: report.counts[by],
            }))}
            choose={(by) => setQuery({ by })}
          />
        </div>
        <TableSettings {...view} />
      </Group>
      {mobile ? (
        <Cards report={report} setQuery={setQuery} />
      ) : (
        <Rows report={report} query={query} setQuery={setQuery} view={view} />
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

function Rows({
  report,
  query,
  setQuery,
  view,
}: Omit<BreakdownProps, 'all'> & { view: TableView<BreakdownFigures> }) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const columns = useFittingColumns(view.shown, frame);
  const slots = seriesSlots(
    report.by,
    report.rows.map(({ key }) => key),
  );
  const hidden = report.count - report.rows.length;
  const cells = (row: Omit<BreakdownFigures, 'whole'>) =>
    columns.map(({ key, align, render }) => (
      <Table.Td key={key} data-align={align} className="tabular">
        {render({ ...row, whole: report.totals })}
      </Table.Td>
    ));
  return (
    <div className="data-table-scroll breakdown" ref={frame}>
      <Table className="data-table" data-compact={view.compact}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t(`dashboard.by.${report.by}`)}</Table.Th>
            {columns.map((column) => (
              <ColumnHead key={column.key} column={column} query={query} setQuery={setQuery} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {report.rows.map(({ figures, before, ...row }) => (
            <Table.Tr key={row.key}>
              <Table.Th scope="row" fw={400}>
                <RowName row={row} by={report.by} range={rangeOf(report)} setQuery={setQuery} />
              </Table.Th>
              {cells({ figures, before, color: slotColor(slots.get(row.key)) })}
            </Table.Tr>
          ))}
          {hidden > 0 ? (
            <Table.Tr>
              <Table.Th scope="row" fw={400}>
                {t('dashboard.otherCount', { count: hidden })}
              </Table.Th>
              {cells({ figures: report.other, before: null, color: slotColor(undefined) })}
            </Table.Tr>
          ) : null}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">
              {t(`dashboard.allOf.${report.by}`, { count: report.count })}
            </Table.Th>
            {cells({ figures: report.totals, before: report.before })}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </div>
  );
}

function ColumnHead({
  column: { header, align, sort },
  query,
  setQuery,
}: { column: Column<BreakdownFigures> } & Pick<BreakdownProps, 'query' | 'setQuery'>) {
  const active = sort === query.measure;
  return (
    <Table.Th data-align={align} aria-sort={active ? 'descending' : undefined}>
      {sort === undefined ? (
        header
      ) : (
        <UnstyledButton
          className="sort-button"
          data-active={active}
          onClick={() => setQuery({ measure: sort as UsageMeasure })}
        >
          {header}
          <IconArrowDown size={13} stroke={2} aria-hidden />
        </UnstyledButton>
      )}
    </Table.Th>
  );
}

/** Returns the time range that a report covers. */
const rangeOf = ({ edges }: UsageReport): DateRange => ({
  start: edges[0] ?? 0,
  end: (edges.at(-1) ?? 1) - 1,
});

/** Returns the log filter for a row; undefined for a deleted object without a name. */
function callsOf(
  by: UsageReport['by'],
  { key, name }: Pick<UsageRow, 'key' | 'name'>,
): Record<string, string> | undefined {
  if (by === 'channel') return { channel: key };
  if (name === '') return undefined;
  if (by === 'model') return { model_name: name };
  return by === 'group' ? { group: name } : { token_name: name };
}

/** A row's name: a user's filters the dashboard by that user, any other links to its calls in the log. */
function RowName({
  row: { key, name, owner, is_team: isTeam },
  by,
  range,
  setQuery,
}: {
  row: Pick<UsageRow, 'key' | 'name' | 'owner' | 'is_team'>;
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
        <UserName username={shown} isTeam={isTeam} />
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
          <UserName username={owner} isTeam={isTeam} />
        </Text>
      ) : null}
    </>
  );
}

/** The same rows as cards, for phones. */
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
                count: row.figures.calls,
                calls: formatNumber(row.figures.calls),
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
