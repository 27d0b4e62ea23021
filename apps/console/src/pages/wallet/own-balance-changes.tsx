import { Box, Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { downloadStream } from '../../api/download-stream.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { toTableView, useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import { balanceChangeColumns } from './balance-change-columns.tsx';

const PAGE_SIZE = 5;

/** Every change of the own balance, and the same as a file. Absent while there is none. */
export function OwnBalanceChanges() {
  const { t } = useTranslation();
  const table = useTablePreferences('balance-changes');
  const [page, setPage] = useState({ p: 1, page_size: PAGE_SIZE });
  const list = useEndpoint(calls.listOwnBalanceChanges, { query: page });
  const columns = useMemo(() => balanceChangeColumns(t), [t]);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  if (list.data?.total === 0) return null;
  return (
    <Box mb="lg">
      <Section
        title={t('wallet.changes.title')}
        note={t('wallet.changes.note')}
        aside={<ExportButton />}
      >
        <PagedTable
          label={t('wallet.changes.title')}
          view={view}
          list={list}
          query={page}
          setQuery={(changes) => setPage({ ...page, ...changes })}
          pageSizes={[5, 10, 50]}
          pagerStyle="ends"
          rowId={({ id }) => id}
          skeletonRows={2}
          empty={t('wallet.changes.empty')}
        />
      </Section>
    </Box>
  );
}

function ExportButton() {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
      const query = { time_zone: timeZone };
      await downloadStream(calls.exportOwnBalanceChanges, { query }, 'balance');
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      loading={busy}
      onClick={() => void save()}
    >
      {t('wallet.changes.export')}
    </Button>
  );
}
