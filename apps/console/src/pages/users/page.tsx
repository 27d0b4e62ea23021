import { Button } from '@mantine/core';
import { refuseEdit, ROLE_ADMIN, type User } from '@tollgate/contract';
import { IconPlus, IconShield, IconUsers } from '@tabler/icons-react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from '../../texts.tsx';
import { calls } from 'virtual:calls';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { useStoredUser } from '../../session/session.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { PageHeader } from '../../ui/layout/page-header.tsx';
import { PagedTable } from '../../ui/tables/paged-table.tsx';
import { PeekDrawer } from '../../ui/layout/peek-drawer.tsx';
import { peekSteps } from '../../ui/layout/peek-steps.ts';
import { useStableCallbacks } from '../../ui/hooks/use-stable-callbacks.ts';
import { useTablePreferences, toTableView } from '../../ui/tables/use-table-preferences.ts';
import { useUrlState } from '../../ui/hooks/use-url-state.ts';
import { AddUserForm } from './add-form.tsx';
import { userColumns } from './columns.tsx';
import { EditUserDialog } from './edit-dialog.tsx';
import { UserDrawer } from './drawer/user-drawer.tsx';
import { QuotaForm } from './quota-form.tsx';
import { findAllUsers } from './find-all-users.ts';
import { isFiltered, NO_FILTERS, searchOf, userQuery } from './query.ts';
import { UserBatchActions } from './user-batch-actions.tsx';
import { UserToolbar } from './toolbar.tsx';
import { useRestoreUser } from './use-restore-user.ts';
import { useUserActions } from './use-user-actions.ts';

/** What is shown next to or over the list, one at a time. */
type Overlay = { kind: 'add'; role?: number } | { kind: 'edit' | 'quota'; user: User };

const NOBODY = { id: 0, role: 0 };

/** The users: find, add, edit, enable, disable, promote and delete them, and change their balances. */
export function UsersPage() {
  const { t } = useTranslation();
  const me = useStoredUser() ?? NOBODY;
  const table = useTablePreferences('users');
  const [query, setQuery] = useUrlState(userQuery, table.remembered);
  const navigate = useNavigate();
  const [overlay, setOverlay] = useState<Overlay | undefined>(undefined);
  const { user: peekedId, tab } = query;
  const list = useEndpoint(calls.searchUsers, { query: searchOf(query) });
  const manage = useUserActions();
  const restore = useRestoreUser();
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  // Users whose change the server would refuse are not selectable.
  const mayChoose = (user: User) =>
    user.DeletedAt === null && refuseEdit(me, user) === undefined && user.id !== me.id;
  const isChoosable = (id: number) => {
    const user = list.data?.items.find((row) => row.id === id);
    return user === undefined || mayChoose(user);
  };
  /** Number of users found when all matching ones were last selected. */
  const [matchCount, setMatchCount] = useState(Infinity);
  const findAll = async () => {
    const ids = await findAllUsers(query, mayChoose);
    setMatchCount(ids.length);
    return ids;
  };
  const close = () => setOverlay(undefined);
  const add = () => setOverlay({ kind: 'add' });
  const addAdmin = () => setOverlay({ kind: 'add', role: ROLE_ADMIN });
  // Set by the command palette.
  const { state } = useLocation() as { state: { create?: boolean } };
  const show = (kind: 'edit' | 'quota') => (user: User) => setOverlay({ kind, user });
  const peek = ({ id }: User) => setQuery({ user: id });
  const mayEdit = (user: User) =>
    user.DeletedAt === null && (user.id === me.id || refuseEdit(me, user) === undefined);
  const steady = useStableCallbacks({
    edit: show('edit'),
    changeQuota: show('quota'),
    manage,
    restore,
  });
  const restores = query.deleted === '1';
  const columns = useMemo(
    () => userColumns(t, me, { ...steady, restores }),
    [t, me, steady, restores],
  );
  const view = useMemo(() => toTableView(table, columns), [table, columns]);
  const listed = list.data?.items.find(({ id }) => id === peekedId);
  // A link may lead to a user on another page of the list.
  const other = useEndpoint(
    calls.getUser,
    { params: { id: peekedId } },
    { enabled: peekedId !== 0 && list.data !== undefined && !listed },
  );
  const peeked = listed ?? (other.data?.id === peekedId ? other.data : undefined);

  return (
    <>
      <PageHeader title={t('users.title')} note={t('users.note')}>
        {me.role > ROLE_ADMIN ? (
          <Button variant="default" leftSection={<IconShield size={16} />} onClick={addAdmin}>
            {t('users.addAdmin')}
          </Button>
        ) : null}
        <Button leftSection={<IconPlus size={16} />} onClick={add}>
          {t('users.add')}
        </Button>
      </PageHeader>
      <UserToolbar query={query} setQuery={setQuery} view={view} />
      <PagedTable
        label={t('users.title')}
        view={view}
        list={list}
        query={query}
        setQuery={setQuery}
        rowId={({ id }) => id}
        open={peek}
        enter={(user) => (mayEdit(user) ? show('edit')(user) : peek(user))}
        activeId={peeked?.id}
        sorting={{
          value: query.sort,
          change: (sort) => setQuery({ sort: userQuery.shape.sort.parse(sort) }),
        }}
        batch={<UserBatchActions ids={[...selected]} done={() => setSelected(new Set())} />}
        selection={{
          ids: selected,
          change: (ids) => setSelected(new Set([...ids].filter(isChoosable))),
          total: Math.min(list.data?.total ?? 0, matchCount),
          findAll,
          isChoosable,
        }}
        clearFilters={isFiltered(query) ? () => setQuery(NO_FILTERS) : undefined}
        empty={
          <EmptyState
            icon={IconUsers}
            title={t('users.empty.title')}
            text={t('users.empty.text')}
            action={{ label: t('users.add'), run: add }}
          />
        }
      />
      <PeekDrawer
        title={peeked?.username ?? ''}
        opened={peeked !== undefined}
        close={() => setQuery({ user: 0, tab: 'overview' })}
        steps={peekSteps(list.data, {
          id: peeked?.id,
          pageSize: query.page_size,
          open: ({ id }) => setQuery({ user: id }),
        })}
        size={640}
      >
        {peeked ? (
          <UserDrawer
            user={peeked}
            tab={tab}
            setTab={(name) => setQuery({ tab: name })}
            edit={mayEdit(peeked) ? () => show('edit')(peeked) : undefined}
          />
        ) : null}
      </PeekDrawer>
      {overlay?.kind === 'add' || (overlay === undefined && state.create) ? (
        <AddUserForm
          role={overlay?.kind === 'add' ? overlay.role : undefined}
          close={() => {
            close();
            // History state survives a reload and would reopen the form.
            if (state.create) void navigate({ to: '.', search: true, state: {}, replace: true });
          }}
        />
      ) : null}
      {overlay?.kind === 'edit' ? <EditUserDialog user={overlay.user} close={close} /> : null}
      {overlay?.kind === 'quota' ? <QuotaForm user={overlay.user} close={close} /> : null}
    </>
  );
}
