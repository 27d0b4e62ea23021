import { Group, Stack } from '@mantine/core';
import type { User } from '@tollgate/contract';
import { useTranslation } from 'react-i18next';
import { FilterInput } from '../../ui/filters/filter-input.tsx';
import { FilterSheet } from '../../ui/filters/filter-sheet.tsx';
import { GroupFilter } from '../../ui/forms/group-select.tsx';
import { TableSettings } from '../../ui/tables/table-settings.tsx';
import { useIsMobile } from '../../ui/hooks/use-is-mobile.ts';
import type { TableView } from '../../ui/tables/use-table-preferences.ts';
import type { UserQuery } from './query.ts';

export interface UserToolbarProps {
  query: UserQuery;
  setQuery: (changes: Partial<UserQuery>) => void;
  view: TableView<User>;
}

/** Finding users; on a phone all but the search is in a sheet. */
export function UserToolbar({ query, setQuery, view }: UserToolbarProps) {
  const { t } = useTranslation();
  const narrow = useIsMobile();
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
  if (narrow) {
    return (
      <Group mb="xs" gap="xs" wrap="nowrap">
        {keyword}
        <FilterSheet active={query.group === '' ? 0 : 1}>
          {() => <Stack pb="md">{group}</Stack>}
        </FilterSheet>
      </Group>
    );
  }
  return (
    <Group justify="space-between" mb="xs" gap="xs">
      <Group gap="xs">
        {keyword}
        {group}
      </Group>
      <TableSettings {...view} />
    </Group>
  );
}
