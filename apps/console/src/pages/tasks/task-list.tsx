import { Group, VisuallyHidden } from '@mantine/core';
import type { Icon } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, useMemo, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import type { Column } from '../../ui/tables/column.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Age } from '../../ui/display/age.tsx';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import { RangePicker } from '../../ui/filters/range-picker.tsx';
import { rangeQuery } from '../../ui/filters/range-query.ts';
import { SavedViews } from '../../ui/filters/saved-views.tsx';
import { LiveSwitch } from '../../ui/layout/live-switch.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PagedTable, type PagedTableProps } from '../../ui/tables/paged-table.tsx';
import { PeekDrawer } from '../../ui/layout/peek-drawer.tsx';
import { peekSteps } from '../../ui/layout/peek-steps.ts';
import { RefreshControl } from '../../ui/layout/refresh-control.tsx';
import { sortingBy } from '../../ui/tables/sorting-by.ts';
import { TableSettings } from '../../ui/tables/table-settings.tsx';
import { toTableView } from '../../ui/tables/use-table-preferences.ts';
import { isRunning } from './progress.ts';
import { countFilters, NO_FILTERS } from './query.ts';
import { TaskFilters, type TaskKinds } from './task-filters.tsx';
import type { TaskListState } from './use-task-list.ts';

export interface TaskListProps<Row> {
  state: TaskListState;
  list: PagedTableProps<Row>['list'] & { dataUpdatedAt: number };
  icon: Icon;
  columns: readonly Column<Row>[];
  /** An action of the empty state, which shows what is hidden by default. */
  emptyAction?: { label: string; run: () => void };
  /** Further filters; absent for lists that have none. */
  kinds?: TaskKinds;
  /** Totals of all filtered rows, once known. */
  sums: ReactNode;
  /** Content of the drawer. */
  Peek: ComponentType<{ task: Row }>;
}

/** A page of tasks: filters, table and drawer; running tasks are refreshed. */
export function TaskList<Row extends { id: number; status: string }>({
  state,
  list,
  icon,
  columns,
  emptyAction,
  kinds,
  sums,
  Peek,
}: TaskListProps<Row>) {
  const { t } = useTranslation();
  const { name, admin, table, query, setQuery, live, setLive, window } = state;
  const [peeked, setPeeked] = useState<Row | undefined>(undefined);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  const rows = list.data?.items;
  // Newer tasks may push it off the page while its drawer is open.
  const shown = rows?.find(({ id }) => id === peeked?.id) ?? peeked;
  const title = t(`tasks.${name}.title`);
  const idLabel = t(name === 'batch' ? 'tasks.batch.id' : 'tasks.columns.id');
  const filtered = countFilters(query) > 0 || query.p !== 1;
  // Five zeros say nothing more than "no tasks yet".
  const isBare = !filtered && rows?.length === 0;

  return (
    <>
      <PageHeader
        title={title}
        note={t(`tasks.${name}.note`)}
        age={<Age atMs={list.dataUpdatedAt} />}
      >
        <RangePicker
          preset={query.range}
          presets={['24h', '7d', '30d']}
          range={{ start: window.start_timestamp, end: window.end_timestamp }}
          choose={(choice) => setQuery(rangeQuery(choice))}
        />
        <LiveSwitch on={live} set={setLive} hint={t('tasks.liveHint')} />
        <RefreshControl
          busy={list.isFetching && list.data !== undefined}
          refresh={() => void list.refetch()}
        />
      </PageHeader>
      {isBare || (list.error && !list.data) ? null : sums}
      <Group justify="space-between" mb="xs" gap="xs" wrap="nowrap">
        <FilterInput
          icon
          label={idLabel}
          value={query.task_id}
          apply={(task_id) => setQuery({ task_id })}
          width={300}
        />
        <Group gap="xs" wrap="nowrap">
          <SavedViews list={view.name} shrinks />
          <TableSettings {...view} />
          <TaskFilters
            query={query}
            setQuery={setQuery}
            window={window}
            admin={admin}
            idLabel={idLabel}
            kinds={kinds}
          />
        </Group>
      </Group>
      <VisuallyHidden role="status">
        {rows ? t('tasks.running', { count: rows.filter(isRunning).length }) : ''}
      </VisuallyHidden>
      <PagedTable
        label={title}
        view={view}
        list={list}
        query={query}
        setQuery={setQuery}
        pagerStyle="ends"
        rowId={({ id }) => id}
        sorting={sortingBy(query.sort, setQuery)}
        open={setPeeked}
        activeId={shown?.id}
        clearFilters={filtered ? () => setQuery(NO_FILTERS) : undefined}
        empty={
          <EmptyState
            icon={icon}
            title={t(`tasks.${name}.empty.title`)}
            text={t(`tasks.${name}.empty.text`)}
            {...(emptyAction ? { action: emptyAction } : {})}
          />
        }
      />
      <PeekDrawer
        title={t('tasks.peek')}
        steps={peekSteps(list.data, { id: shown?.id, pageSize: query.page_size, open: setPeeked })}
        opened={shown !== undefined}
        close={() => setPeeked(undefined)}
      >
        {shown ? <Peek task={shown} /> : null}
      </PeekDrawer>
    </>
  );
}
