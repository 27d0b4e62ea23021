import { Button, Table, Text } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import type { PriceDifference } from './price-draft.ts';
import { toCents } from './to-cents.ts';

const SHOWN = 200;

/** Amounts before and after, model by model. */
export function DifferenceTable({
  differences,
  label,
  heads,
  action,
}: {
  differences: readonly PriceDifference[];
  label: string;
  /** What the amounts are those of, if not of before and after. */
  heads?: readonly [before: string, after: string];
  /** An action on a model; a button in its first row. */
  action?: { label: string; labelOf: (model: string) => string; run: (model: string) => void };
}) {
  const { t } = useTranslation();
  const shown = differences.slice(0, SHOWN);
  return (
    <>
      <Table className="difference-table" aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('prices.columns.model')}</Table.Th>
            <Table.Th scope="col">{t('prices.compare.price')}</Table.Th>
            <Table.Th scope="col" data-align="end">
              {heads?.[0] ?? t('prices.compare.before')}
            </Table.Th>
            <Table.Th scope="col" data-align="end">
              {heads?.[1] ?? t('prices.compare.after')}
            </Table.Th>
            {action ? <Table.Td /> : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {shown.map(({ model, field, from, to }, index) => {
            const isFirst = shown[index - 1]?.model !== model;
            return (
              <Table.Tr key={`${model} ${field}`}>
                <Table.Td>{isFirst ? <span className="model-name">{model}</span> : null}</Table.Td>
                <Table.Td>{t(`prices.columns.${field}`)}</Table.Td>
                <Table.Td data-align="end" className="tabular">
                  {from === undefined ? '–' : <del>{toCents(from)}</del>}
                </Table.Td>
                <Table.Td data-align="end" className="tabular">
                  {to === undefined ? '–' : toCents(to)}
                </Table.Td>
                {action ? (
                  <Table.Td>
                    {isFirst ? (
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-label={action.labelOf(model)}
                        onClick={() => action.run(model)}
                      >
                        {action.label}
                      </Button>
                    ) : null}
                  </Table.Td>
                ) : null}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      {differences.length > SHOWN ? (
        <Text size="sm" c="dimmed">
          {t('prices.compare.more', { count: differences.length - SHOWN })}
        </Text>
      ) : null}
    </>
  );
}
