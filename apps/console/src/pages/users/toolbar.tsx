import {
  ROLE_ADMIN,
  ROLE_ROOT,
  ROLE_USER,
  type User,
  USER_BANNED,
  USER_DISABLED,
  USER_ENABLED,
} from '@tollgate/contract';
import { Checkbox } from '@mantine/core';
import { useTranslation } from '../../texts.tsx';
import { ChoiceFilter } from '../../ui/filters/choice-filter.tsx';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import { ListToolbar } from '../../ui/filters/list-toolbar.tsx';
import { GroupFilter } from '../../ui/forms/group-select.tsx';
import type { TableView } from '../../ui/tables/use-table-preferences.ts';
import type { UserQuery } from './query.ts';

export interface UserToolbarProps {
  query: UserQuery;
  setQuery: (changes: Partial<UserQuery>) => void;
  view: TableView<User>;
}

/** Search and filters; on a phone everything but the search is in a sheet. */
export function UserToolbar({ query, setQuery, view }: UserToolbarProps) {
  const { t } = useTranslation();
  const keyword = (
    <FilterInput
      icon
      label={t('users.search')}
      value={query.keyword}
      apply={(text) => setQuery({ keyword: text })}
      width={280}
    />
  );
  const group = (
    <GroupFilter
      label={t('users.group')}
      value={query.group}
      apply={(name) => setQuery({ group: name })}
    />
  );
  const roles = [
    [ROLE_USER, 'user'],
    [ROLE_ADMIN, 'admin'],
    [ROLE_ROOT, 'root'],
  ] as const;
  const statuses = [
    [USER_ENABLED, 'activated'],
    [USER_DISABLED, 'disabled'],
    [USER_BANNED, 'banned'],
  ] as const;
  const others = (
    <>
      {group}
      <ChoiceFilter
        label={t('users.columns.role')}
        value={query.role}
        choices={roles.map(([value, name]) => [value, t(`users.roles.${name}`)])}
        apply={(role) => setQuery({ role, p: 1 })}
      />
      <ChoiceFilter
        label={t('users.columns.status')}
        value={query.status}
        choices={statuses.map(([value, name]) => [value, t(`users.status.${name}`)])}
        apply={(status) => setQuery({ status, deleted: '', p: 1 })}
      />
      <Checkbox
        label={t('users.onlyDeleted')}
        checked={query.deleted === '1'}
        onChange={({ currentTarget: { checked } }) =>
          setQuery({ deleted: checked ? '1' : '', ...(checked ? { status: 0 } : {}), p: 1 })
        }
      />
    </>
  );
  return (
    <ListToolbar
      search={keyword}
      filters={others}
      active={[query.group, query.role, query.status, query.deleted].filter(Boolean).length}
      view={view}
    />
  );
}
