import { Table } from '@mantine/core';
import type { TrafficComparison, TrafficFigures } from '@tollgate/contract';
import { useTranslation } from '../../texts.tsx';
import { Money } from '../../ui/display/money.tsx';
import { formatNumber } from '../../ui/format/format-number.ts';
import { differenceOf, type Measure, MEASURES, valueOf } from './compare-sides.ts';
import { useSideName } from './use-side-name.ts';

const NOTHING = '–';
const PERCENT_CHANGE = {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
} as const;

/** The sides of a rule next to each other, a row per measure, with the difference of the second. */
export function ComparisonTable({ rule, total }: Pick<TrafficComparison, 'rule' | 'total'>) {
  const { t } = useTranslation();
  const sideName = useSideName(rule.kind);
  const [base, other, ...further] = total;
  const compared = [base, other].filter((side) => side !== undefined);
  const difference = (measure: Measure) => {
    const difference = base && other ? differenceOf(base, other, measure) : null;
    if (difference === null) return NOTHING;
    // For all compared measures, lower is better.
    const tone = difference === 0 ? undefined : difference < 0 ? 'var(--good)' : 'var(--bad)';
    return (
      <span style={{ color: tone }}>
        {formatNumber(difference, PERCENT_CHANGE).replace('-', '−')}
      </span>
    );
  };
  return (
    <div
      className="data-table-scroll"
      role="region"
      aria-label={t('traffic.comparison.table')}
      // A region that scrolls has to be reachable by keyboard.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
    >
      <Table className="data-table tabular">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('traffic.comparison.measure')}</Table.Th>
            {compared.map(({ side }) => (
              <Table.Th key={side} data-align="end">
                {sideName(side)}
              </Table.Th>
            ))}
            {other ? (
              <Table.Th data-align="end">{t('traffic.comparison.difference')}</Table.Th>
            ) : null}
            {further.map(({ side }) => (
              <Table.Th key={side} data-align="end">
                {sideName(side)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {MEASURES.map((measure) => (
            <Table.Tr key={measure}>
              <Table.Td role="rowheader">{t(`traffic.comparison.measures.${measure}`)}</Table.Td>
              {compared.map((figures) => (
                <Table.Td key={figures.side} data-align="end">
                  <Value figures={figures} measure={measure} />
                </Table.Td>
              ))}
              {other ? <Table.Td data-align="end">{difference(measure)}</Table.Td> : null}
              {further.map((figures) => (
                <Table.Td key={figures.side} data-align="end">
                  <Value figures={figures} measure={measure} />
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function Value({ figures, measure }: { figures: TrafficFigures; measure: Measure }) {
  const { t } = useTranslation();
  const value = valueOf(figures, measure);
  if (value === null) return NOTHING;
  if (measure === 'cost' || measure === 'costPerCall') return <Money quota={value} />;
  const whole = formatNumber(Math.round(value));
  if (measure.startsWith('begin') || measure.startsWith('total'))
    return t('traffic.comparison.milliseconds', { ms: whole });
  if (measure !== 'errorRate') return whole;
  return formatNumber(value, { style: 'percent', maximumFractionDigits: 2 });
}
