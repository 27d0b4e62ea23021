import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { UsageSeries } from './usage-series.ts';
import { seriesColor } from './series-color.ts';

/** What part each model has, as a list that is also the legend of the chart. */
export function ModelShare({
  series,
  format,
  measure,
}: {
  series: readonly UsageSeries[];
  format: (value: number) => string;
  measure: string;
}) {
  const { t } = useTranslation();
  const all = series.reduce((sum, { total }) => sum + total, 0) || 1;
  return (
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('dashboard.model')}</Table.Th>
          <Table.Th ta="right">{measure}</Table.Th>
          <Table.Th ta="right">{t('dashboard.share')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {series.map(({ model, total }, index) => (
          <Table.Tr key={model ?? ''}>
            <Table.Th scope="row" fw={400}>
              <span className="swatch" style={{ background: seriesColor(index) }} aria-hidden />
              <span className="mono">{model ?? t('dashboard.others')}</span>
            </Table.Th>
            <Table.Td ta="right" className="tabular">
              {format(total)}
            </Table.Td>
            <Table.Td ta="right" className="tabular">
              {`${((total / all) * 100).toFixed(1)}%`}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
