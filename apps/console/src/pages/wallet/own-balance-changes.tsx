import { Box, Group } from '@mantine/core';
import { BALANCE_CHANGE_KINDS } from '@tollgate/contract';
import dayjs from 'dayjs';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { downloadStream } from '../../api/download-stream.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { DownloadButton } from '../../ui/display/download-button.tsx';
import { AnySelect } from '../../ui/filters/any-select.tsx';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { Section } from '../../ui/layout/section.tsx';
import { BalanceChangesTable, FIRST_CHANGES } from './balance-changes-table.tsx';
import { PERIODS, windowOfPeriod } from './period.ts';
import { type WalletQuery, walletQuery } from './query.ts';

/** Every change of the own balance, and the same as a file. Absent while there is none. */
export function OwnBalanceChanges() {
  const { t } = useTranslation();
  const [page, setPage] = useState(FIRST_CHANGES);
  const [{ kind, changed }, setQuery] = useUrlState(walletQuery);
  const filter = { kind, ...(changed === '' ? {} : windowOfPeriod(changed, dayjs().unix())) };
  const list = useEndpoint(calls.listOwnBalanceChanges, { query: { ...page, ...filter } });
  const isFiltered = kind !== '' || changed !== '';
  if (list.data?.total === 0 && !isFiltered) return null;
  const choose = (changes: Partial<Pick<WalletQuery, 'kind' | 'changed'>>) => {
    setPage({ ...page, p: 1 });
    setQuery(changes);
  };
  return (
    <Box mb="lg">
      <Section
        title={t('wallet.changes.title')}
        note={t('wallet.changes.note')}
        aside={<DownloadButton label={t('wallet.changes.export')} download={() => save(filter)} />}
      >
        <Group gap="xs" mb="xs">
          <AnySelect
            label={t('wallet.changes.columns.kind')}
            value={kind}
            choices={BALANCE_CHANGE_KINDS.map((value) => ({
              value,
              label: t(`wallet.changes.kinds.${value}`),
            }))}
            apply={(chosen) => choose({ kind: chosen })}
          />
          <AnySelect
            label={t('wallet.log.period')}
            value={changed}
            choices={PERIODS.map((value) => ({ value, label: t(`wallet.log.periods.${value}`) }))}
            apply={(chosen) => choose({ changed: chosen })}
          />
        </Group>
        <BalanceChangesTable
          list={list}
          page={page}
          setPage={setPage}
          clearFilters={isFiltered ? () => choose({ kind: '', changed: '' }) : undefined}
        />
      </Section>
    </Box>
  );
}

function save(filter: object): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return downloadStream(
    calls.exportOwnBalanceChanges,
    { query: { time_zone: timeZone, ...filter } },
    'balance',
  );
}
