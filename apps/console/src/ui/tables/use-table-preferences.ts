import { useMemo } from 'react';
import { useStoredUser } from '../../session/session.ts';
import type { Column } from './column.ts';
import {
  hideColumns,
  DEFAULT_PREFERENCES,
  orderColumns,
  readPreferences,
  type TablePreferences,
} from './table-preferences.ts';
import { useLocalStorage } from '../hooks/use-local-storage.ts';

export interface TableView<Row> extends TablePreferences {
  /** Name of the table; its saved views are stored under it. */
  name: string;
  /** Every column, in the user's order. */
  all: readonly Column<Row>[];
  shown: readonly Column<Row>[];
  set: (changes: Partial<TablePreferences>) => void;
}

/** Returns a user's preferences for a table, and how to change them; stored by user and table. */
export function useTablePreferences(table: string) {
  const user = useStoredUser();
  const [stored, store] = useLocalStorage<unknown>(
    `table-${table}-${user?.id ?? 0}`,
    DEFAULT_PREFERENCES,
  );
  return useMemo(() => {
    const preferences = readPreferences(stored);
    return {
      name: table,
      preferences,
      set: (changes: Partial<TablePreferences>) => store({ ...preferences, ...changes }),
      /** For `useUrlState`. */
      remembered: preferences.pageSize === 0 ? {} : { page_size: preferences.pageSize },
    };
  }, [stored, store, table]);
}

/** Returns the columns of a table according to the user's preferences. */
export function toTableView<Row>(
  {
    name,
    preferences,
    set,
  }: Pick<ReturnType<typeof useTablePreferences>, 'name' | 'preferences' | 'set'>,
  columns: readonly Column<Row>[],
): TableView<Row> {
  const all = orderColumns(columns, preferences.order);
  return { ...preferences, name, all, shown: hideColumns(all, preferences.hidden), set };
}
