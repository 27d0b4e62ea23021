import { Group, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useIsMobile } from '../hooks/use-is-mobile.ts';
import { SELECT_SWITCH_ID } from '../tables/select-switch.tsx';
import { TableSettings } from '../tables/table-settings.tsx';
import type { TableView } from '../tables/use-table-preferences.ts';
import { FilterSheet } from './filter-sheet.tsx';
import { SavedViews } from './saved-views.tsx';

export interface ListToolbarProps<Row> {
  search: ReactNode;
  filters: ReactNode;
  /** Display modes of the list, next to the table settings. */
  modes?: ReactNode;
  /** Number of active filters and modes, for the button of the sheet. */
  active: number;
  view: TableView<Row>;
}

/** The toolbar above a list; on a phone everything but the search is in a sheet. */
export function ListToolbar<Row>({ search, filters, modes, active, view }: ListToolbarProps<Row>) {
  if (useIsMobile())
    return (
      <Group mb="xs" gap="xs" wrap="nowrap">
        {search}
        <FilterSheet active={active}>
          {() => (
            <Stack pb="md">
              {filters}
              {modes}
              <SavedViews list={view.name} />
            </Stack>
          )}
        </FilterSheet>
        <span id={SELECT_SWITCH_ID} />
      </Group>
    );
  return (
    <Group justify="space-between" mb="xs" gap="xs">
      <Group gap="xs">
        {search}
        {filters}
      </Group>
      <Group gap="md">
        {modes}
        <Group gap="xs">
          <SavedViews list={view.name} />
          <TableSettings {...view} />
        </Group>
      </Group>
    </Group>
  );
}
