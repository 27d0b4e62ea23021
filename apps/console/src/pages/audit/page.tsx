import { Button, Select } from '@mantine/core';
import { AUDIT_SUBJECTS } from '@tollgate/contract';
import { IconDownload, IconListCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { downloadStream } from '../../api/download-stream.ts';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { toastError } from '../../ui/feedback/toasts.tsx';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import { ListToolbar } from '../../ui/filters/list-toolbar.tsx';
import { RangePicker } from '../../ui/filters/range-picker.tsx';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PeekDrawer } from '../../ui/layout/peek-drawer.tsx';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { toTableView, useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import { auditColumns } from './columns.tsx';
import { AuditPeek } from './peek.tsx';
import { auditQuery, isFiltered, NO_FILTERS, rangeOf, toFilter } from './query.ts';

/** What administrators did: who, when, from where, and what it changed. */
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
  const save = () => saveFile(filter).catch(toastError);
  const subjects = AUDIT_SUBJECTS.map((value) => ({ value, label: t(`audit.subjects.${value}`) }));

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
        <Button
          variant="default"
          leftSection={<IconDownload size={16} />}
          onClick={() => void save()}
        >
          {t('audit.exportCsv')}
        </Button>
      </PageHeader>
      <ListToolbar
        search={
          <FilterInput
            icon
            label={t('audit.search')}
            value={query.keyword}
            apply={(keyword) => setQuery({ keyword, p: 1 })}
            width={260}
          />
        }
        filters={
          <>
            <FilterInput
              label={t('audit.actor')}
              value={query.actor}
              apply={(actor) => setQuery({ actor, p: 1 })}
              width={180}
            />
            <Select
              w={{ base: '100%', sm: 180 }}
              clearable
              aria-label={t('audit.subject')}
              placeholder={t('audit.subject')}
              value={query.subject || null}
              data={subjects}
              onChange={(subject) =>
                setQuery({ subject: AUDIT_SUBJECTS.find((one) => one === subject) ?? '', p: 1 })
              }
            />
          </>
        }
        active={(query.actor === '' ? 0 : 1) + (query.subject === '' ? 0 : 1)}
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
      >
        {shown ? <AuditPeek entry={shown} /> : null}
      </PeekDrawer>
    </>
  );
}

function saveFile(filter: ReturnType<typeof toFilter>): Promise<void> {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return downloadStream(calls.exportAudit, { query: { ...filter, time_zone: timeZone } }, 'audit');
}
