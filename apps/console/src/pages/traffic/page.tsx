import { Button, Group, Select } from '@mantine/core';
import type { TrafficRule } from '@tollgate/contract';
import { IconArrowsSplit2, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { DataTable } from '../../ui/tables/data-table.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { TableSettings } from '../../ui/tables/table-settings.tsx';
import { toTableView, useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import { SavedViews } from '../../ui/filters/saved-views.tsx';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';
import { pages } from '../index.ts';
import { ruleColumns } from './columns.tsx';
import { RuleForm } from './form.tsx';
import { RULE_KINDS, RULE_STATES, trafficQuery } from './query.ts';
import { useRuleActions } from './use-rule-actions.ts';

/** Rules for hedged requests, canaries and mirrors. */
export function TrafficPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const list = useEndpoint(calls.listTrafficRules);
  const actions = useRuleActions();
  const [editing, setEditing] = useState<TrafficRule | 'new' | undefined>(undefined);
  const add = () => setEditing('new');
  const compare = ({ id }: TrafficRule) =>
    void navigate({ to: pages.trafficComparison.path, params: { id: String(id) } });
  const steady = useStableCallbacks({
    compare,
    edit: setEditing,
    toggle: actions.toggle,
    remove: actions.remove,
  });
  const columns = useMemo(() => ruleColumns(t, steady), [t, steady]);
  const table = useTablePreferences('traffic');
  const [query, setQuery] = useUrlState(trafficQuery);
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  const shown = list.data?.filter(
    ({ kind, enabled }) =>
      (query.kind === '' || kind === query.kind) &&
      (query.state === '' || enabled === (query.state === 'on')),
  );
  const isFiltered = query.kind !== '' || query.state !== '';
  return (
    <>
      <PageHeader title={t('traffic.title')} note={t('traffic.note')}>
        <Button leftSection={<IconPlus size={16} />} onClick={add}>
          {t('traffic.add')}
        </Button>
      </PageHeader>
      {list.data?.length ? (
        <Group justify="space-between" gap="xs" mb="xs">
          <Group gap="xs">
            <Select
              w={{ base: 136, xs: 150 }}
              clearable
              aria-label={t('traffic.columns.kind')}
              placeholder={t('traffic.columns.kind')}
              value={query.kind || null}
              data={RULE_KINDS.map((value) => ({ value, label: t(`traffic.kinds.${value}`) }))}
              onChange={(value) =>
                setQuery({ kind: RULE_KINDS.find((kind) => kind === value) ?? '' })
              }
            />
            <Select
              w={{ base: 136, xs: 150 }}
              clearable
              aria-label={t('traffic.columns.state')}
              placeholder={t('traffic.columns.state')}
              value={query.state || null}
              data={RULE_STATES.map((value) => ({ value, label: t(`traffic.${value}`) }))}
              onChange={(value) =>
                setQuery({ state: RULE_STATES.find((state) => state === value) ?? '' })
              }
            />
          </Group>
          <Group gap="xs" wrap="nowrap">
            <SavedViews list={view.name} shrinks />
            <TableSettings {...view} />
          </Group>
        </Group>
      ) : null}
      <DataTable
        label={t('traffic.title')}
        columns={view.shown}
        compact={view.compact}
        rows={shown}
        clearFilters={isFiltered ? () => setQuery({ kind: '', state: '' }) : undefined}
        rowId={({ id }) => id}
        error={list.error}
        fetching={list.isFetching}
        retry={() => void list.refetch()}
        open={compare}
        empty={
          <EmptyState
            icon={IconArrowsSplit2}
            title={t('traffic.empty.title')}
            text={t('traffic.empty.text')}
            action={{ label: t('traffic.add'), run: add }}
          />
        }
        skeletonRows={3}
      />
      {editing === undefined ? null : (
        <RuleForm
          rule={editing === 'new' ? undefined : editing}
          close={() => setEditing(undefined)}
        />
      )}
    </>
  );
}
