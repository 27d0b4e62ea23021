import { ActionIcon, Table, Text, Tooltip } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { downloadStream } from '../../api/download-stream.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { Money } from '../../ui/display/money.tsx';
import { ErrorState } from '../../ui/feedback/empty-state.tsx';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { Section } from '../../ui/layout/section.tsx';

const COLUMNS = ['earned', 'reversed', 'transferred', 'paidOut'] as const;

/** Earnings per month, each with its statement to download. */
export function Months() {
  const { t } = useTranslation();
  const months = useEndpoint(calls.listEarningsMonths);
  const { data, error } = months;
  const save = (month: string) =>
    void downloadStream(calls.exportStatement, { params: { month } }, `statement-${month}`).catch(
      toastError,
    );
  return (
    <Section title={t('agent.months.title')} note={t('agent.months.note')}>
      {error && !data ? (
        <ErrorState error={error} retry={() => void months.refetch()} />
      ) : data?.length === 0 ? (
        <Text c="dimmed">{t('agent.months.empty')}</Text>
      ) : (
        // Scrolls, so the keyboard must reach it.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <div className="data-table-scroll" tabIndex={0}>
          <Table
            className="data-table tabular"
            aria-label={t('agent.months.title')}
            aria-busy={data === undefined}
          >
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('agent.months.month')}</Table.Th>
                {COLUMNS.map((column) => (
                  <Table.Th key={column} data-align="end">
                    {t(`agent.months.${column}`)}
                  </Table.Th>
                ))}
                <Table.Th />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {data?.map(({ month, earned, reversed, transferred, paid_out }) => (
                <Table.Tr key={month}>
                  <Table.Td>{month}</Table.Td>
                  {Object.entries({ earned, reversed, transferred, paid_out }).map(
                    ([name, quota]) => (
                      <Table.Td key={name} data-align="end">
                        <Money quota={quota} />
                      </Table.Td>
                    ),
                  )}
                  <Table.Td data-align="end">
                    <Tooltip label={t('agent.months.download')}>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        size="lg"
                        aria-label={`${t('agent.months.download')}: ${month}`}
                        onClick={() => save(month)}
                      >
                        <IconDownload size={16} />
                      </ActionIcon>
                    </Tooltip>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
    </Section>
  );
}
