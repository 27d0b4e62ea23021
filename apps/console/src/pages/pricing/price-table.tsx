import { Table, Text } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import type { PriceRow, ShownTier } from './price-rows.ts';
import { formatNumber } from '../../ui/format/format-number.ts';

const LINES = [
  'prompt',
  'completion',
  'cached',
  'cacheWrite',
  'audio',
  'audioOutput',
  'image',
] as const;

/** A row per kind of token, a column per prompt length; or the price of a call. */
export function PriceTable({ row: { shown, shownTiers } }: { row: PriceRow }) {
  const { t } = useTranslation();
  if ('call' in shown)
    return <Text fw={600}>{t('pricing.price.call', { price: shown.call })}</Text>;
  const steps: readonly (Omit<ShownTier, 'above'> & { above?: number })[] = [shown, ...shownTiers];
  const count = (tokens: number | undefined) => formatNumber(tokens ?? 0);
  return (
    <div className="data-table-scroll">
      <Table className="data-table tabular">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('pricing.details.perMillion')}</Table.Th>
            {steps.map(({ above }, index) => (
              <Table.Th key={above ?? 0} data-align="end">
                {above !== undefined
                  ? t('pricing.details.above', { count: count(above) })
                  : steps.length > 1
                    ? t('pricing.details.upTo', { count: count(steps[index + 1]?.above) })
                    : t('pricing.details.price')}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {LINES.filter((line) => steps.some((step) => step[line] !== undefined)).map((line) => (
            <Table.Tr key={line}>
              <Table.Td>{t(`pricing.columns.${line}`)}</Table.Td>
              {steps.map((step) => (
                <Table.Td key={step.above ?? 0} data-align="end">
                  {step[line]}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
