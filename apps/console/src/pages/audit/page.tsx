import { IconListCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import { ListToolbar } from '../../ui/filters/list-toolbar.tsx';
import { RangePicker } from '../../ui/filters/range-picker.tsx';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PeekDrawer } from '../../ui/layout/peek-drawer.tsx';
import { peekSteps } from '../../ui/layout/peek-steps.ts';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { toTableView, useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import { auditColumns } from './columns.tsx';
import { AuditExport } from './export-menu.tsx';
import { AuditFilters } from './filters.tsx';
import { AuditPeek } from './peek.tsx';
import { auditQuery, countFilters, isFiltered, NO_FILTERS, rangeOf, toFilter } from './query.ts';

/** What administrators changed, who did it, when and from where. */
export function AuditPage() {
  const { t } = useTranslation();
  const table = useTablePreferences('audit');
  const [query, setQuery] = useUrlState(auditQuery, table.remembered);
  const { p, page_size } = query;
  const filter = toFilter(query);
  const list = useEndpoint(calls.listAudit, { query: { ...filter, p, page_size } });
  const columns = useMemo(() => auditColumns(t), [t]);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  const shown = list.data?.items.find(({ id }) => id === query.id);

  return (
    <>
      <PageHeader title={t('audit.title')} note={t('audit.note')}>
        <RangePicker
          preset={query.range}
          presets={['24h', '7d', '30d', '1y']}
          range={rangeOf(query)}
          choose={({ preset, range: { start, end } }) =>
            setQuery({ range: preset, start_timestamp: start, end_timestamp: end, p: 1 })
          }
        />
        <AuditExport filter={filter} />
      </PageHeader>
      <ListToolbar
        search={
          <FilterInput
            icon
            label={t('audit.search')}
            value={query.keyword}
            apply={(keyword) => setQuery({ keyword, p: 1 })}
            width={230}
          />
        }
        filters={<AuditFilters query={query} setQuery={setQuery} />}
        active={countFilters(query)}
        view={view}
      />
      <PagedTable
        label={t('audit.title')}
        view={view}
        list={list}
        query={query}
        setQuery={setQuery}
        pagerStyle="ends"
        rowId={({ id }) => id}
        open={({ id }) => setQuery({ id })}
        activeId={shown?.id}
        clearFilters={isFiltered(query) ? () => setQuery(NO_FILTERS) : undefined}
        empty={
          <EmptyState icon={IconListCheck} title={t('audit.empty')} text={t('audit.emptyHint')} />
        }
      />
      <PeekDrawer
        title={t('audit.title')}
        opened={shown !== undefined}
        close={() => setQuery({ id: 0 })}
        steps={peekSteps(list.data, {
          id: shown?.id,
          pageSize: query.page_size,
          open: ({ id }) => setQuery({ id }),
        })}
      >
        {shown ? <AuditPeek entry={shown} /> : null}
      </PeekDrawer>
    </>
  );
}
