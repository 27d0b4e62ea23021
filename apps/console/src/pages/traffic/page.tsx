import { Button } from '@mantine/core';
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
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';
import { pages } from '../index.ts';
import { ruleColumns } from './columns.tsx';
import { RuleForm } from './form.tsx';
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
  return (
    <>
      <PageHeader title={t('traffic.title')} note={t('traffic.note')}>
        <Button leftSection={<IconPlus size={16} />} onClick={add}>
          {t('traffic.add')}
        </Button>
      </PageHeader>
      <DataTable
        label={t('traffic.title')}
        columns={columns}
        rows={list.data}
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
