import { Group, SegmentedControl, Select, Text } from '@mantine/core';
import type { LogEntry } from '@tollgate/contract';
import { IconReceipt } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Money } from '../../ui/display/money.tsx';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { PeekDrawer } from '../../ui/layout/peek-drawer.tsx';
import { SavedViews } from '../../ui/filters/saved-views.tsx';
import { TableSettings } from '../../ui/tables/table-settings.tsx';
import { toTableView } from '../../ui/tables/use-table-preferences.ts';
import { LogPeek } from '../logs/peek.tsx';
import { KeywordSearch } from './keyword-search.tsx';
import { PERIODS } from './period.ts';
import { type WalletQuery, walletQuery, WALLET_TYPES } from './query.ts';
import { useWalletList } from './use-wallet-list.ts';
import { walletColumns } from './wallet-columns.tsx';

/** The next longer period, to look for what an empty one lacks. */
const WIDER = { week: 'month', month: 'year' } as const;

/** Income and spend of a week, month or year; administrators see everybody's. */
export function WalletLog({ topUp }: { topUp: () => void }) {
  const { t } = useTranslation();
  const { admin, table, query, setQuery, span, list } = useWalletList();
  const [peeked, setPeeked] = useState<LogEntry | undefined>(undefined);
  const { period } = query;
  const view = toTableView(table, walletColumns(t, admin));
  const filtered = query.keyword !== '' || query.type !== 0 || query.p !== 1;

  return (
    <section aria-label={t(admin ? 'wallet.log.titleAll' : 'wallet.log.title')}>
      <Toolbar query={query} setQuery={setQuery} admin={admin}>
        <SavedViews list={view.name} shrinks />
        <TableSettings {...view} />
      </Toolbar>
      <Spent admin={admin} span={span} />
      <PagedTable
        label={t('wallet.log.title')}
        view={view}
        list={list}
        query={query}
        setQuery={setQuery}
        pagerStyle="ends"
        rowId={({ id }) => id}
        open={setPeeked}
        activeId={peeked?.id}
        clearFilters={
          filtered ? () => setQuery({ keyword: '', type: 0, p: 1 } as const) : undefined
        }
        empty={
          <EmptyState
            icon={IconReceipt}
            title={t(`wallet.log.empty.${period}`)}
            text={t('wallet.log.empty.text')}
            action={
              // A week or month begins empty for everybody.
              period === 'year'
                ? { label: t('wallet.topUp'), run: topUp }
                : {
                    label: t(`wallet.log.show.${WIDER[period]}`),
                    run: () => setQuery({ period: WIDER[period] }),
                  }
            }
          />
        }
      />
      <PeekDrawer
        title={t('logs.peek.title')}
        opened={peeked !== undefined}
        close={() => setPeeked(undefined)}
      >
        {peeked ? <LogPeek row={peeked} /> : null}
      </PeekDrawer>
    </section>
  );
}

interface ToolbarProps {
  query: WalletQuery;
  setQuery: (changes: Partial<WalletQuery>) => void;
  admin: boolean;
  children: ReactNode;
}

function Toolbar({ query, setQuery, admin, children }: ToolbarProps) {
  const { t } = useTranslation();
  const names = { 0: 'all', 1: 'topup', 2: 'consume' } as const;
  return (
    <Group mb="xs" gap="xs" justify="space-between">
      <Group gap="xs">
        <SegmentedControl
          aria-label={t('wallet.log.period')}
          value={query.period}
          data={PERIODS.map((value) => ({ value, label: t(`wallet.log.periods.${value}`) }))}
          onChange={(period) => setQuery({ period })}
        />
        <Select
          w={{ base: 96, xs: 120 }}
          aria-label={t('logs.filters.type')}
          allowDeselect={false}
          value={String(query.type)}
          data={WALLET_TYPES.map((type) => ({
            value: String(type),
            label: t(`logs.types.${names[type]}`),
          }))}
          onChange={(type) => setQuery({ type: walletQuery.shape.type.parse(type) })}
        />
      </Group>
      <Group gap="xs" wrap="nowrap" className="wallet-search">
        <KeywordSearch
          label={t(admin ? 'wallet.log.keywordAll' : 'wallet.log.keyword')}
          value={query.keyword}
          apply={(keyword) => setQuery({ keyword })}
        />
        {children}
      </Group>
    </Group>
  );
}

/** The cost of calls in the period. */
function Spent({
  admin,
  span,
}: {
  admin: boolean;
  span: { start_timestamp: number; end_timestamp: number };
}) {
  const { t } = useTranslation();
  const stat = useEndpoint(admin ? calls.getLogStat : calls.getOwnLogStat, { query: span });
  return (
    <Text size="sm" c="dimmed" component="div" mb="xs">
      {t(admin ? 'wallet.log.spentAll' : 'wallet.log.spent')}{' '}
      {stat.data ? <Money quota={stat.data.quota} /> : '–'}
    </Text>
  );
}
