import { Button } from '@mantine/core';
import { type Redemption, REDEMPTION_UNUSED } from '@tollgate/contract';
import { IconPlus, IconTicket, IconTrash } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { PeekDrawer } from '../../ui/layout/peek-drawer.tsx';
import { peekSteps } from '../../ui/layout/peek-steps.ts';
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';
import { useTablePreferences, toTableView } from '../../ui/tables/use-table-preferences.ts';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { RedemptionBatchActions } from './batch-actions.tsx';
import { redemptionColumns } from './columns.tsx';
import { type MadeCodes, RedemptionForm } from './form.tsx';
import { MadeCodesDialog } from './made-codes.tsx';
import { RedemptionPeek } from './peek.tsx';
import { isFiltered, NO_FILTERS, redemptionQuery } from './query.ts';
import { sortingBy } from '../../ui/tables/sorting-by.ts';
import { RedemptionToolbar } from './toolbar.tsx';
import { RedemptionTotals } from './totals.tsx';
import { useRedemptionActions } from './use-redemption-actions.ts';
import { findAllCodes } from './use-redemption-batch.ts';

/** The redemption codes: create, hand out, find, enable, disable, edit and delete them. */
export function RedemptionsPage() {
  const { t } = useTranslation();
  const table = useTablePreferences('redemptions');
  const [query, setQuery] = useUrlState(redemptionQuery, table.remembered);
  const [editing, setEditing] = useState<Redemption | 'new' | undefined>(undefined);
  const [createdCodes, setCreatedCodes] = useState<MadeCodes | undefined>(undefined);
  const [peeked, setPeeked] = useState<number | undefined>(undefined);
  // Whole rows rather than ids, because the export needs the codes themselves.
  const [selected, setSelected] = useState<ReadonlyMap<number, Redemption>>(new Map());
  /** The matches on all pages, as found last for a selection of all. */
  const matching = useRef<readonly Redemption[]>([]);
  const list = useEndpoint(calls.searchRedemptions, { query });
  const actions = useRedemptionActions();
  const add = () => setEditing('new');
  const closePeek = () => setPeeked(undefined);
  const shown = list.data?.items.find(({ id }) => id === peeked);
  const hasAny = (list.data?.total ?? 0) > 0 || isFiltered(query);
  const isEmpty = list.data !== undefined && !hasAny;
  const steady = useStableCallbacks({
    edit: setEditing,
    toggle: actions.toggle,
    remove: (redemption: Redemption) => actions.remove(redemption, closePeek),
  });
  const select = (ids: ReadonlySet<number>) => {
    const known = [...selected.values(), ...(list.data?.items ?? []), ...matching.current];
    setSelected(new Map(known.filter(({ id }) => ids.has(id)).map((row) => [row.id, row])));
  };
  const columns = useMemo(() => redemptionColumns(t, steady), [t, steady]);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);

  return (
    <>
      <PageHeader title={t('redemptions.title')} note={t('redemptions.note')}>
        {hasAny || list.isPending ? (
          <Button
            disabled={!hasAny}
            variant="default"
            leftSection={<IconTrash size={16} />}
            onClick={actions.clearUsed}
          >
            {t('redemptions.clearUsed')}
          </Button>
        ) : null}
        <Button leftSection={<IconPlus size={16} />} onClick={add}>
          {t('redemptions.add')}
        </Button>
      </PageHeader>
      {isEmpty ? (
        <EmptyState
          icon={IconTicket}
          title={t('redemptions.empty.title')}
          text={t('redemptions.empty.text')}
          action={{ label: t('redemptions.add'), run: add }}
        />
      ) : (
        <>
          <RedemptionTotals totals={list.data?.totals} />
          <RedemptionToolbar query={query} setQuery={setQuery} view={view} />
          <PagedTable
            label={t('redemptions.title')}
            view={view}
            list={list}
            query={query}
            setQuery={setQuery}
            rowId={({ id }) => id}
            sorting={sortingBy(query.sort, setQuery)}
            open={({ id }) => setPeeked(id)}
            enter={(row) =>
              row.status === REDEMPTION_UNUSED ? setEditing(row) : setPeeked(row.id)
            }
            activeId={shown?.id}
            batch={
              <RedemptionBatchActions
                codes={[...selected.values()]}
                done={() => setSelected(new Map())}
              />
            }
            selection={{
              ids: new Set(selected.keys()),
              change: select,
              total: list.data?.total ?? 0,
              findAll: async () => {
                matching.current = await findAllCodes(query);
                return matching.current.map(({ id }) => id);
              },
            }}
            clearFilters={isFiltered(query) ? () => setQuery(NO_FILTERS) : undefined}
            empty={null}
          />
        </>
      )}
      <PeekDrawer
        title={shown?.name ?? ''}
        opened={shown !== undefined}
        close={closePeek}
        steps={peekSteps(list.data, {
          id: shown?.id,
          pageSize: query.page_size,
          open: ({ id }) => setPeeked(id),
        })}
      >
        {shown ? <RedemptionPeek redemption={shown} edit={() => setEditing(shown)} /> : null}
      </PeekDrawer>
      {editing === undefined ? null : (
        <RedemptionForm
          redemption={editing === 'new' ? undefined : editing}
          close={() => setEditing(undefined)}
          created={setCreatedCodes}
        />
      )}
      {createdCodes ? (
        <MadeCodesDialog created={createdCodes} close={() => setCreatedCodes(undefined)} />
      ) : null}
    </>
  );
}
