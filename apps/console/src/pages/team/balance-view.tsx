import type { Team } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { downloadStream } from '../../api/download-stream.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { DownloadButton } from '../../ui/display/download-button.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { BalanceChangesTable } from '../wallet/balance-changes-table.tsx';
import { browserZone } from '../../ui/format/browser-zone.ts';

/** Every change of a team's balance with its author, also as a file. */
export function BalanceView({ team: { id } }: { team: Team }) {
  const { t } = useTranslation();
  const [page, setPage] = useState({ p: 1, page_size: 20 });
  const list = useEndpoint(calls.listTeamBalanceChanges, { params: { id }, query: page });
  const timeZone = browserZone();
  const save = () =>
    downloadStream(
      calls.exportTeamBalanceChanges,
      { params: { id }, query: { time_zone: timeZone } },
      'balance',
    );
  return (
    <Section
      title={t('wallet.changes.title')}
      note={t('team.balanceNote')}
      aside={<DownloadButton label={t('wallet.changes.export')} download={save} />}
    >
      <BalanceChangesTable list={list} page={page} setPage={setPage} />
    </Section>
  );
}
