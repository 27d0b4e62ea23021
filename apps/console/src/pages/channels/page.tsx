import { Button } from '@mantine/core';
import type { ChannelRow } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import { IconPlug, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { ApiError } from '../../api/call-endpoint.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { Age } from '../../ui/display/age.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { peekSteps } from '../../ui/layout/peek-steps.ts';
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';
import { useTablePreferences, toTableView } from '../../ui/tables/use-table-preferences.ts';
import { pages } from '../index.ts';
import { BatchActions } from './batch-actions.tsx';
import { BatchSet } from './batch-set.tsx';
import { ChannelMenu } from './channel-menu.tsx';
import { channelRowId } from './channel-row-id.ts';
import { channelColumns, isTagRow } from './columns.tsx';
import { findAllChannels } from './find-all-channels.ts';
import { isInTrouble } from './health-tag.tsx';
import { ChannelDrawer } from './channel-drawer.tsx';
import { CHANNEL_PAGE_SIZES, channelQuery, isFiltered, NO_FILTERS, toSearch } from './query.ts';
import { TagForm } from './tag-form.tsx';
import { TestDrawer } from './test-drawer.tsx';
import { TestProgress } from './test-progress.tsx';
import { ChannelToolbar } from './toolbar.tsx';
import { ConditionTabs } from './condition-tabs.tsx';
import { useBatch } from './use-batch.ts';
import { useChannelActivity } from './use-channel-activity.ts';
import { useChannelActions } from './use-channel-actions.ts';
import { useChannelQuery } from './use-channel-query.ts';
import { useChannelTypes } from './use-channel-types.ts';
import { useScrollToAdded } from './use-scroll-to-added.ts';

/** Refresh interval while rows recover by themselves. */
const LOOK_AGAIN_MS = 5000;

/** What is shown next to or over the list, one at a time. */
type Overlay =
  | { kind: 'peek'; id: number }
  | { kind: 'test'; row: ChannelRow }
  | { kind: 'tag'; row: ChannelRow }
  | { kind: 'batch' };

const isChannel = (row: ChannelRow) => !isTagRow(row);

/** The upstream channels: find, enable, disable, test, tag and sort them. */
export function ChannelsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const types = useChannelTypes();
  const table = useTablePreferences('channels');
  const { query, setQuery, setMode } = useChannelQuery(table.remembered);
  const actions = useChannelActions((added) => setQuery({ added }));
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [overlay, setOverlay] = useState<Overlay | undefined>(undefined);
  const list = useEndpoint(
    calls.searchChannels,
    { query: { ...toSearch(query), with: query.added } },
    { refetchIntervalMs: (page) => (page?.items.some(isInTrouble) ? LOOK_AGAIN_MS : false) },
  );
  const created = useEndpoint(
    calls.getChannel,
    { params: { id: query.test } },
    { enabled: query.test > 0 },
  );
  const close = () => setOverlay(undefined);
  const add = () => void navigate({ to: pages.channelAdd.path });
  const edit = ({ id }: ChannelRow) =>
    void navigate({ to: pages.channelEdit.path, params: { id: String(id) } });
  const test = (row: ChannelRow) => setOverlay({ kind: 'test', row });
  const editTag = (row: ChannelRow) => setOverlay({ kind: 'tag', row });
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const fold = ({ tag }: ChannelRow) => {
    const next = new Set(unfolded);
    if (!next.delete(tag)) next.add(tag);
    setUnfolded(next);
  };
  const steady = useStableCallbacks({ ...actions, test, editTag, edit, fold });
  const batch = useBatch([...selected], () => setSelected(new Set()));
  const rows = list.data?.items.flatMap((row) => [row, ...(row.children ?? [])]);
  useScrollToAdded(query.added, rows);
  const activities = useChannelActivity(list.data?.items, unfolded);
  const columns = useMemo(
    () => channelColumns({ ...steady, t, types, actions: steady, unfolded, activities }),
    [steady, t, types, unfolded, activities],
  );
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  const peeked = overlay?.kind === 'peek' ? rows?.find(({ id }) => id === overlay.id) : undefined;
  const refresh = () =>
    void list.refetch().then(({ error }) => error && toastError(new Error(t('ui.refreshFailed'))));
  const setSelectedFields = () =>
    selected.size === 0
      ? toastError(new Error(t('channels.toast.noneSelected')))
      : setOverlay({ kind: 'batch' });

  return (
    <>
      <PageHeader
        title={t('channels.title')}
        note={t('channels.note')}
        age={<Age atMs={list.dataUpdatedAt} />}
      >
        <ChannelMenu
          actions={actions}
          refresh={refresh}
          setSelected={setSelectedFields}
          idSort={query.id_sort}
          setIdSort={(idSort) => setMode({ id_sort: idSort })}
        />
        <Button leftSection={<IconPlus size={16} />} onClick={add}>
          {t('channels.add')}
        </Button>
      </PageHeader>
      <TestProgress />
      <ConditionTabs
        counts={list.data?.conditions}
        value={query.status}
        choose={(status) => setQuery({ status, p: 1 })}
      />
      <ChannelToolbar {...{ query, setQuery, setMode, types, view }} />
      <div className="keeps-new">
        <PagedTable
          label={t('channels.title')}
          view={view}
          list={list}
          query={query}
          setQuery={setQuery}
          pageSizes={CHANNEL_PAGE_SIZES}
          rowId={channelRowId}
          childrenOf={({ tag, children }) => (unfolded.has(tag) ? children : undefined)}
          error={
            list.error
              ? new ApiError(
                  t('channels.toast.loadFailed', { reason: list.error.message }),
                  list.error,
                )
              : null
          }
          open={(row) => (isTagRow(row) ? fold(row) : setOverlay({ kind: 'peek', id: row.id }))}
          enter={(row) => (isTagRow(row) ? fold(row) : edit(row))}
          activeId={peeked?.id}
          isNew={({ id }) => query.added > 0 && id >= query.added}
          sorting={{
            value: query.sort,
            change: (sort) =>
              setQuery({ ...channelQuery.pick({ sort: true }).parse({ sort }), p: 1 }),
          }}
          batch={<BatchActions batch={batch} openSet={setSelectedFields} />}
          selection={{
            ids: selected,
            change: setSelected,
            total: query.tag_mode ? 0 : (list.data?.total ?? 0),
            findAll: () => findAllChannels(query),
          }}
          clearFilters={isFiltered(query) ? () => setQuery(NO_FILTERS) : undefined}
          empty={
            <EmptyState
              icon={IconPlug}
              title={t('channels.empty.title')}
              text={t('channels.empty.text')}
              action={{ label: t('channels.add'), run: add }}
            />
          }
        />
      </div>
      <ChannelDrawer
        row={peeked}
        types={types}
        steps={peekSteps(list.data && { ...list.data, items: rows?.filter(isChannel) ?? [] }, {
          id: peeked?.id,
          pageSize: query.page_size,
          open: ({ id }) => setOverlay({ kind: 'peek', id }),
        })}
        close={close}
        edit={edit}
        test={test}
        toggle={(row) => void actions.toggle(row)}
      />
      {overlay?.kind === 'test' ? (
        <TestDrawer
          channel={overlay.row}
          types={types}
          close={close}
          done={() => void actions.refresh()}
        />
      ) : null}
      {created.data && query.test > 0 ? (
        <TestDrawer
          key={created.data.id}
          channel={created.data}
          startsAll
          types={types}
          close={() => setQuery({ test: 0 })}
          done={() => void actions.refresh()}
        />
      ) : null}
      {overlay?.kind === 'tag' ? (
        <TagForm row={overlay.row} close={close} done={() => void actions.refresh()} />
      ) : null}
      {overlay?.kind === 'batch' ? (
        <BatchSet count={selected.size} close={close} apply={batch.set} />
      ) : null}
    </>
  );
}
