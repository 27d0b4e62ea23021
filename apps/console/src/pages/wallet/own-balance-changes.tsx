import { Box, Group, SegmentedControl } from '@mantine/core';
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
import { BalanceDays } from './balance-days.tsx';
import { BalanceChangesTable, FIRST_CHANGES } from './balance-changes-table.tsx';
import { PERIODS, windowOfPeriod } from './period.ts';
import { CHANGE_VIEWS, type WalletQuery, walletQuery } from './query.ts';

/**
 * The changes of the user's balance, by day or one by one, also as a file. Absent while there are none, and
 * for a failure that is already shown (`shownError`).
 */
export function OwnBalanceChanges({ shownError }: { shownError?: string | undefined }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(FIRST_CHANGES);
  const [{ kind, changed, changes, month }, setQuery] = useUrlState(walletQuery);
  const filter = { kind, ...(changed === '' ? {} : windowOfPeriod(changed, dayjs().unix())) };
  const list = useEndpoint(calls.listOwnBalanceChanges, { query: { ...page, ...filter } });
  const isFiltered = kind !== '' || changed !== '';
  const shown = changes || (isFiltered ? 'each' : 'days');
  if (list.data?.total === 0 && !isFiltered) return null;
  if (!list.data && list.error && list.error.message === shownError) return null;
  const choose = (chosen: Partial<Pick<WalletQuery, 'kind' | 'changed'>>) => {
    setPage({ ...page, p: 1 });
    setQuery(chosen);
  };
  return (
    <Box mb="lg">
      <Section
        title={t('wallet.changes.title')}
        note={t('wallet.changes.note')}
        aside={
          <Group gap="xs">
            <SegmentedControl
              aria-label={t('wallet.changes.view')}
              value={shown}
              data={CHANGE_VIEWS.map((value) => ({
                value,
                label: t(`wallet.changes.views.${value}`),
              }))}
              onChange={(chosen) => setQuery({ changes: chosen })}
            />
            <DownloadButton
              label={t('wallet.changes.export')}
              download={() => save(shown === 'each' ? filter : {})}
              shrinks
            />
          </Group>
        }
      >
        {shown === 'days' ? (
          <BalanceDays month={month} setMonth={(chosen) => setQuery({ month: chosen })} />
        ) : (
          <>
            <ChangeFilters kind={kind} changed={changed} choose={choose} />
            <BalanceChangesTable
              list={list}
              page={page}
              setPage={setPage}
              clearFilters={isFiltered ? () => choose({ kind: '', changed: '' }) : undefined}
            />
          </>
        )}
      </Section>
    </Box>
  );
}

function ChangeFilters({
  kind,
  changed,
  choose,
}: Pick<WalletQuery, 'kind' | 'changed'> & {
  choose: (changes: Partial<Pick<WalletQuery, 'kind' | 'changed'>>) => void;
}) {
  const { t } = useTranslation();
  return (
    <Group gap="xs" mb="xs" wrap="nowrap">
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
