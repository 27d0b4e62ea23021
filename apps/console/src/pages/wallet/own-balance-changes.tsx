import { Box } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { downloadStream } from '../../api/download-stream.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { DownloadButton } from '../../ui/display/download-button.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { BalanceChangesTable, FIRST_CHANGES } from './balance-changes-table.tsx';

/** Every change of the own balance, and the same as a file. Absent while there is none. */
export function OwnBalanceChanges() {
  const { t } = useTranslation();
  const [page, setPage] = useState(FIRST_CHANGES);
  const list = useEndpoint(calls.listOwnBalanceChanges, { query: page });
  if (list.data?.total === 0) return null;
  return (
    <Box mb="lg">
      <Section
        title={t('wallet.changes.title')}
        note={t('wallet.changes.note')}
        aside={<DownloadButton label={t('wallet.changes.export')} download={save} />}
      >
        <BalanceChangesTable list={list} page={page} setPage={setPage} />
      </Section>
    </Box>
  );
}

function save(): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return downloadStream(
    calls.exportOwnBalanceChanges,
    { query: { time_zone: timeZone } },
    'balance',
  );
}
