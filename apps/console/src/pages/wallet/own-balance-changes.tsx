import { Group, SegmentedControl, Text } from '@mantine/core';
import { BALANCE_CHANGE_KINDS } from '@tollgate/contract';
import { useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { unixSeconds } from '../../server-clock.ts';
import { downloadStream } from '../../api/download-stream.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { DownloadButton } from '../../ui/display/download-button.tsx';
import { AnySelect } from '../../ui/filters/any-select.tsx';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { BalanceDays } from './balance-days.tsx';
import { BalanceChangesTable, FIRST_CHANGES } from './balance-changes-table.tsx';
import { PERIODS, windowOfPeriod } from './period.ts';
import { CHANGE_VIEWS, type WalletQuery, walletQuery } from './query.ts';
import { browserZone } from '../../ui/format/browser-zone.ts';

/** The changes of the user's balance, by day or one by one, also as a file. */
export function OwnBalanceChanges() {
  const { t } = useTranslation();
  const [page, setPage] = useState(FIRST_CHANGES);
  const [{ kind, changed, changes, month }, setQuery] = useUrlState(walletQuery);
  const filter = { kind, ...(changed === '' ? {} : windowOfPeriod(changed, unixSeconds())) };
  const isFiltered = kind !== '' || changed !== '';
  const shown = changes || (isFiltered ? 'each' : 'days');
  const list = useEndpoint(
    calls.listOwnBalanceChanges,
    { query: { ...page, ...filter } },
    { enabled: shown === 'each' },
  );
  const choose = (chosen: Partial<Pick<WalletQuery, 'kind' | 'changed'>>) => {
    setPage({ ...page, p: 1 });
    setQuery({ view: 'changes', ...chosen });
  };
  return (
    <section aria-label={t('wallet.changes.title')}>
      <Group mb="xs" gap="xs" justify="space-between">
        <Group gap="xs">
          <SegmentedControl
            aria-label={t('wallet.changes.view')}
            value={shown}
            data={CHANGE_VIEWS.map((value) => ({
              value,
              label: t(`wallet.changes.views.${value}`),
            }))}
            onChange={(chosen) => setQuery({ view: 'changes', changes: chosen })}
          />
          {shown === 'each' ? (
            <ChangeFilters kind={kind} changed={changed} choose={choose} />
          ) : null}
        </Group>
        <DownloadButton
          label={t('wallet.changes.export')}
          download={() => save(shown === 'each' ? filter : {})}
          shrinks
        />
      </Group>
      {shown === 'days' ? (
        <BalanceDays
          month={month}
          setMonth={(chosen) => setQuery({ view: 'changes', month: chosen })}
        />
      ) : (
        <BalanceChangesTable
          list={list}
          page={page}
          setPage={setPage}
          clearFilters={isFiltered ? () => choose({ kind: '', changed: '' }) : undefined}
        />
      )}
      <Text size="sm" c="dimmed" mt="xs">
        {t('wallet.changes.note')}
      </Text>
    </section>
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
    <Group gap="xs" wrap="nowrap">
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
  const timeZone = browserZone();
  return downloadStream(
    calls.exportOwnBalanceChanges,
    { query: { time_zone: timeZone, ...filter } },
    'balance',
  );
}
