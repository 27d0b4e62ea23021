import { Table } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { type ChartData, totalsOf } from './chart-data.ts';

/** The numbers of a chart: a row per non-empty interval, newest first. */
export function ChartTable({ data, timeName }: { data: ChartData; timeName: string }) {
  const { t } = useTranslation();
  const { series, before, intervals, format, label, beforeName } = data;
  const totals = totalsOf(data);
  const rows = intervals
    .map((interval, index) => ({ ...interval, index }))
    .filter(({ index }) =>
      [before, ...series.map(({ values }) => values)].some((all) => (all[index] ?? 0) !== 0),
    )
    .toReversed();
  const sum = (values: readonly number[]) => format(values.reduce((all, value) => all + value, 0));
  return (
    <div
      className="data-table-scroll"
      role="region"
      aria-label={label}
      // A region that scrolls has to be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <Table className="data-table">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{timeName}</Table.Th>
            <Table.Th data-align="end">{t('ui.chart.total')}</Table.Th>
            {before.length > 0 ? <Table.Th data-align="end">{beforeName}</Table.Th> : null}
            {series.map(({ key, name }) => (
              <Table.Th key={key} data-align="end">
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ start, title, index }) => (
            <Table.Tr key={start}>
              <Table.Th scope="row" fw={400} className="tabular" style={{ whiteSpace: 'nowrap' }}>
                {title}
              </Table.Th>
              <Cell strong>{format(totals[index] ?? 0)}</Cell>
              {before.length > 0 ? <Cell>{format(before[index] ?? 0)}</Cell> : null}
              {series.map(({ key, values }) => (
                <Cell key={key}>{format(values[index] ?? 0)}</Cell>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">{t('ui.chart.total')}</Table.Th>
            <Cell strong>{sum(totals)}</Cell>
            {before.length > 0 ? <Cell strong>{sum(before)}</Cell> : null}
            {series.map(({ key, values }) => (
              <Cell key={key} strong>
                {sum(values)}
              </Cell>
            ))}
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </div>
  );
}

function Cell({ strong = false, children }: { strong?: boolean; children: string }) {
  return (
    <Table.Td data-align="end" className="tabular" {...(strong ? { fw: 600 } : {})}>
      {children}
    </Table.Td>
  );
}
