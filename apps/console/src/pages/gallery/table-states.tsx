import { Stack, Title } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { ApiError } from '../../api/call-endpoint.ts';
import type { DataTableProps } from '../../ui/tables/column.ts';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { SAMPLE_COLUMNS, SAMPLE_ID, SAMPLE_ROWS, type SampleRow } from './samples.ts';

const nothing = () => undefined;

/** The table while loading, with rows, empty, filtered to none, and failed. */
export function TableStates() {
  const { t } = useTranslation();
  const [ids, change] = useState<ReadonlySet<number>>(new Set(SAMPLE_ROWS.map(({ id }) => id)));
  const failure = new ApiError(t('ui.http.internal'), { status: 500, requestId: SAMPLE_ID });
  const states: Record<string, Partial<DataTableProps<SampleRow>>> = {
    rows: { rows: SAMPLE_ROWS, open: nothing, activeId: 2 },
    selection: {
      rows: SAMPLE_ROWS,
      compact: true,
      selection: { ids, change, total: 1284, findAll: () => Promise.resolve([1, 2, 3]) },
    },
    loading: {},
    refetching: { rows: SAMPLE_ROWS, fetching: true },
    empty: { rows: [] },
    noResults: { rows: [], clearFilters: nothing },
    failed: { error: failure },
    stale: { rows: SAMPLE_ROWS, error: failure },
  };
  return (
    <Stack gap="lg">
      {Object.entries(states).map(([name, state]) => (
        <section key={name}>
          <Title order={2} mb="xs">
            {`${DataTable.name}: ${name}`}
          </Title>
          <DataTable
            label={name}
            columns={SAMPLE_COLUMNS}
            rows={undefined}
            rowId={({ id }) => id}
            error={null}
            fetching={false}
            retry={nothing}
            empty={
              <EmptyState
                icon={IconTable}
                title={t('ui.none')}
                text={t('ui.discard.text')}
                action={{ label: t('ui.retry'), run: nothing }}
              />
            }
            skeletonRows={3}
            {...state}
          />
        </section>
      ))}
    </Stack>
  );
}
