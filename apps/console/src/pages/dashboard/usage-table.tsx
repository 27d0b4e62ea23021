import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UsageView } from './usage-chart.tsx';

/** The numbers of the chart: a row for each piece of time in which there was anything, the newest first. */
export function UsageTable({ series, pieces, timeOf, format, label }: UsageView) {
  const { t } = useTranslation();
  const rows = pieces
    .map((piece, index) => ({ piece, values: series.map(({ values }) => values[index] ?? 0) }))
    .filter(({ values }) => values.some((value) => value !== 0))
    .toReversed();
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
            <Table.Th>{t('dashboard.time')}</Table.Th>
            {series.map(({ model }) => (
              <Table.Th key={model ?? ''} data-align="end">
                {model ?? t('dashboard.others')}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ piece, values }) => (
            <Table.Tr key={piece}>
              <Table.Th scope="row" fw={400} className="tabular" style={{ whiteSpace: 'nowrap' }}>
                {timeOf(piece)}
              </Table.Th>
              {values.map((value, index) => (
                <Table.Td key={series[index]?.model ?? ''} data-align="end" className="tabular">
                  {format(value)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
