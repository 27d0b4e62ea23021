import { type ManagedTeam, USER_DISABLED, USER_ENABLED } from '@tollgate/contract';
import { IconUsersGroup } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint, useEndpointMutation } from '../../api/use-endpoint.ts';
import { useStoredUser } from '../../session/session.ts';
import { confirm } from '../../ui/feedback/confirm.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { toastError, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { ChoiceFilter } from '../../ui/filters/choice-filter.tsx';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import { ListToolbar } from '../../ui/filters/list-toolbar.tsx';
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PeekDrawer } from '../../ui/layout/peek-drawer.tsx';
import { peekSteps } from '../../ui/layout/peek-steps.ts';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { sortingBy } from '../../ui/tables/sorting-by.ts';
import { toTableView, useTablePreferences } from '../../ui/tables/use-table-preferences.ts';
import { teamActions, teamColumns } from './columns.tsx';
import { CreditForm } from './credit-form.tsx';
import { TeamPeek } from './peek.tsx';
import { teamsQuery } from './query.ts';
import { TeamForm } from './team-form.tsx';

/** All teams of the site: find, disable, change group and owner, adjust the balance. */
export function TeamsPage() {
  const { t } = useTranslation();
  const table = useTablePreferences('teams');
  const [query, setQuery] = useUrlState(teamsQuery, table.remembered);
  const [edited, setEdited] = useState<ManagedTeam | undefined>(undefined);
  const [credited, setCredited] = useState<ManagedTeam | undefined>(undefined);
  const { team: peeked, ...search } = query;
  const list = useEndpoint(calls.listTeams, { query: search });
  const shown = list.data?.items.find(({ id }) => id === peeked);
  const change = useEndpointMutation(calls.changeTeam, [calls.listTeams]);
  const save = ({ id }: ManagedTeam, enabled: boolean) =>
    change.mutate(
      { params: { id }, body: { enabled } },
      {
        onSuccess: () =>
          toastSuccess(t(enabled ? 'team.manage.enabledDone' : 'team.manage.disabled')),
        onError: toastError,
      },
    );
  const steady = useStableCallbacks({
    credit: setCredited,
    edit: setEdited,
    toggle: (team: ManagedTeam) => {
      if (team.status !== USER_ENABLED) return save(team, true);
      confirm({
        title: t('team.manage.disable'),
        text: t('team.manage.disableText', { team: team.name }),
        confirm: t('team.manage.disable'),
        run: () => save(team, false),
      });
    },
  });
  const role = useStoredUser()?.role ?? 0;
  const columns = useMemo(
    () => [...teamColumns(t), teamActions(t, role, steady)],
    [t, role, steady],
  );
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  return (
    <>
      <PageHeader title={t('team.manage.title')} note={t('team.manage.note')} />
      <ListToolbar
        search={
          <FilterInput
            icon
            label={t('team.manage.search')}
            value={query.keyword}
            apply={(keyword) => setQuery({ keyword, p: 1 })}
            width={280}
          />
        }
        filters={
          <ChoiceFilter
            label={t('team.manage.status')}
            value={query.status}
            choices={[
              [USER_ENABLED, t('team.manage.enabled')],
              [USER_DISABLED, t('team.disabled')],
            ]}
            apply={(status) => setQuery({ status, p: 1 })}
          />
        }
        active={query.status === 0 ? 0 : 1}
        view={view}
      />
      <PagedTable
        label={t('team.manage.title')}
        view={view}
        list={list}
        query={query}
        setQuery={setQuery}
        rowId={({ id }) => id}
        open={({ id }) => setQuery({ team: id })}
        activeId={shown?.id}
        sorting={sortingBy(query.sort, setQuery)}
        clearFilters={
          query.keyword === '' && query.status === 0
            ? undefined
            : () => setQuery({ keyword: '', status: 0, p: 1 })
        }
        empty={
          <EmptyState
            icon={IconUsersGroup}
            title={t('team.manage.empty')}
            text={t('team.manage.emptyText')}
          />
        }
      />
      <PeekDrawer
        title={t('team.manage.one')}
        size={560}
        opened={shown !== undefined}
        close={() => setQuery({ team: 0 })}
        steps={peekSteps(list.data, {
          id: shown?.id,
          pageSize: query.page_size,
          open: ({ id }) => setQuery({ team: id }),
        })}
      >
        {shown ? <TeamPeek key={shown.id} team={shown} actions={steady} role={role} /> : null}
      </PeekDrawer>
      {edited ? <TeamForm team={edited} close={() => setEdited(undefined)} /> : null}
      {credited ? <CreditForm team={credited} close={() => setCredited(undefined)} /> : null}
    </>
  );
}
