import { Alert, Button, Group, Menu, Progress, Switch } from '@mantine/core';
import type { ChannelRow } from '@tollgate/contract';
import { calls } from 'virtual:calls';
import {
  IconCoins,
  IconDots,
  IconFlask,
  IconPlug,
  IconPlus,
  IconRefresh,
  IconTag,
  IconTool,
  IconTrash,
} from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { toastFailed } from '../../toasts.tsx';
import { ColumnChooser, useColumns } from '../../ui/column-chooser.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState, NoResults } from '../../ui/empty-state.tsx';
import { FilterInput } from '../../ui/filter-input.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { Pager } from '../../ui/pager.tsx';
import { useStored } from '../../ui/use-stored.ts';
import { useUrlState } from '../../ui/use-url-state.ts';
import { pages } from '../index.ts';
import { BatchTag } from './batch-tag.tsx';
import { channelColumns } from './columns.tsx';
import { GroupFilter } from './group-filter.tsx';
import { CHANNEL_PAGE_SIZES, channelQuery, NO_FILTERS } from './query.ts';
import { TagForm } from './tag-form.tsx';
import { TestDrawer } from './test-drawer.tsx';
import { type ChannelActions, useChannelActions } from './use-channel-actions.ts';
import { useChannelTypes } from './use-channel-types.ts';

/** The upstream channels: find, switch, test, tag and order them. */
export function ChannelsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const types = useChannelTypes();
  const actions = useChannelActions();
  const [query, setQuery] = useUrlState(channelQuery);
  const [idSort, setIdSort] = useStored('channels-id-sort', false);
  const [tagMode, setTagMode] = useStored('channels-tag-mode', false);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [testing, setTesting] = useState<ChannelRow | undefined>(undefined);
  const [tagging, setTagging] = useState<ChannelRow | undefined>(undefined);
  const [batch, setBatch] = useState(false);
  const list = useEndpoint(calls.searchChannels, {
    query: { ...query, id_sort: idSort, tag_mode: tagMode },
  });
  const add = () => void navigate({ to: pages.channelAdd.path });
  const columns = useColumns(
    'channels',
    channelColumns({
      t,
      types,
      actions,
      test: setTesting,
      editTag: setTagging,
      edit: ({ id }) => void navigate({ to: pages.channelEdit.path, params: { id: String(id) } }),
    }),
  );
  const filtered =
    query.keyword !== '' || query.model !== '' || query.group !== '' || query.p !== 1;
  const refresh = () =>
    void list.refetch().then(({ error }) => error && toastFailed(new Error(t('ui.refreshFailed'))));

  return (
    <>
      <PageHeader title={t('channels.title')} note={t('channels.note')}>
        <ChannelMenu actions={actions} refresh={refresh} />
        <Button leftSection={<IconPlus size={16} />} onClick={add}>
          {t('channels.add')}
        </Button>
      </PageHeader>
      <TestProgress />
      {selected.size > 0 ? (
        <Group mb="xs" gap="xs">
          <span aria-live="polite">{t('ui.table.selected', { count: selected.size })}</span>
          <Button
            variant="default"
            leftSection={<IconTag size={16} />}
            onClick={() => setBatch(true)}
          >
            {t('channels.actions.batchTag')}
          </Button>
          <Button variant="subtle" onClick={() => setSelected(new Set())}>
            {t('ui.table.clearSelection')}
          </Button>
        </Group>
      ) : (
        <Group justify="space-between" mb="xs" gap="xs">
          <Group gap="xs">
            <FilterInput
              icon
              label={t('channels.search')}
              value={query.keyword}
              apply={(keyword) => setQuery({ keyword })}
              width={220}
            />
            <FilterInput
              label={t('channels.model')}
              value={query.model}
              apply={(model) => setQuery({ model })}
              width={150}
            />
            <GroupFilter value={query.group} apply={(group) => setQuery({ group })} />
          </Group>
          <Group gap="md">
            <Switch
              size="xs"
              label={t('channels.menu.idSort')}
              checked={idSort}
              onChange={(event) => setIdSort(event.currentTarget.checked)}
            />
            <Switch
              size="xs"
              label={t('channels.menu.tagMode')}
              checked={tagMode}
              onChange={(event) => setTagMode(event.currentTarget.checked)}
            />
            <ColumnChooser {...columns} />
          </Group>
        </Group>
      )}
      <DataTable
        label={t('channels.title')}
        columns={columns.shown}
        rows={list.data?.items}
        rowId={({ id }) => id}
        childrenOf={({ children }) => children}
        error={
          list.error
            ? new Error(t('channels.toast.loadFailed', { reason: list.error.message }))
            : null
        }
        fetching={list.isFetching}
        retry={() => void list.refetch()}
        selection={{ ids: selected, change: setSelected }}
        empty={
          filtered ? (
            <NoResults clear={() => setQuery(NO_FILTERS)} />
          ) : (
            <EmptyState
              icon={IconPlug}
              title={t('channels.empty.title')}
              text={t('channels.empty.text')}
              action={{ label: t('channels.add'), run: add }}
            />
          )
        }
      />
      {list.data && list.data.total > 0 ? (
        <Pager
          page={list.data.page}
          pageSize={query.page_size}
          total={list.data.total}
          pageSizes={CHANNEL_PAGE_SIZES}
          change={setQuery}
        />
      ) : null}
      {testing ? (
        <TestDrawer
          channel={testing}
          close={() => setTesting(undefined)}
          done={() => void actions.refresh()}
        />
      ) : null}
      {tagging ? (
        <TagForm
          row={tagging}
          close={() => setTagging(undefined)}
          done={() => void actions.refresh()}
        />
      ) : null}
      {batch ? (
        <BatchTag
          ids={[...selected]}
          close={() => setBatch(false)}
          done={() => {
            setSelected(new Set());
            void actions.refresh();
          }}
        />
      ) : null}
    </>
  );
}

function ChannelMenu({ actions, refresh }: { actions: ChannelActions; refresh: () => void }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-end" width={250}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDots size={16} />}>
          {t('channels.menu.label')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconRefresh size={16} />} onClick={refresh}>
          {t('ui.refresh')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFlask size={16} />} onClick={() => void actions.testAll()}>
          {t('channels.menu.testAll')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconCoins size={16} />}
          onClick={() => void actions.updateAllBalances()}
        >
          {t('channels.menu.balanceAll')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTool size={16} />} onClick={actions.fix}>
          {t('channels.menu.fix')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconTrash size={16} />}
          c="var(--status-bad)"
          onClick={actions.removeDisabled}
        >
          {t('channels.menu.deleteDisabled')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** The big test runs on the server, so it goes on when this page is left. */
function TestProgress() {
  const { t } = useTranslation();
  const progress = useEndpoint(calls.getTestProgress, {}, { refetchIntervalMs: 3000 });
  if (!progress.data?.running) return null;
  const { done, total, failed } = progress.data;
  return (
    <Alert
      mb="sm"
      color="gate"
      variant="light"
      title={t('channels.test.progress', { done, total, failed })}
    >
      <Progress
        value={total === 0 ? 0 : (done / total) * 100}
        aria-label={t('channels.menu.testAll')}
      />
    </Alert>
  );
}
