/** A user's preferences for one table: stored in their browser, never in the URL. */
export interface TablePreferences {
  hidden: readonly string[];
  /** Names of columns, first to last; others follow in their default order. */
  order: readonly string[];
  compact: boolean;
  /** 0 for the table's default. */
  pageSize: number;
}

export const DEFAULT_PREFERENCES: TablePreferences = {
  hidden: [],
  order: [],
  compact: false,
  pageSize: 0,
};

interface NamedColumn {
  key: string;
  fixed?: boolean;
}

/** Reads preferences that an older or newer console may have stored: invalid parts are dropped. */
export function readPreferences(stored: unknown): TablePreferences {
  const { hidden, order, compact, pageSize } = (
    typeof stored === 'object' && stored !== null ? stored : {}
  ) as Record<string, unknown>;
  return {
    hidden: wordsOf(hidden),
    order: wordsOf(order),
    compact: compact === true,
    pageSize: Number.isInteger(pageSize) && Number(pageSize) > 0 ? Number(pageSize) : 0,
  };
}

function wordsOf(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : [];
}

/** Sorts columns into the user's order. Fixed columns keep their place; others without a place come last. */
export function orderColumns<Column extends NamedColumn>(
  columns: readonly Column[],
  order: readonly string[],
): Column[] {
  const movable = columns.filter(({ fixed }) => fixed !== true);
  const rank = (column: Column) => {
    const position = order.indexOf(column.key);
    return position === -1 ? order.length + movable.indexOf(column) : position;
  };
  const sorted = movable.toSorted((left, right) => rank(left) - rank(right));
  return columns.map((column) => (column.fixed === true ? column : (sorted.shift() as Column)));
}

/** Removes the columns that the user has hidden. Fixed ones can't be hidden. */
export function hideColumns<Column extends NamedColumn>(
  columns: readonly Column[],
  hidden: readonly string[],
): Column[] {
  return columns.filter(({ key, fixed }) => fixed === true || !hidden.includes(key));
}

/** Returns the order of movable columns after moving one of them by one place. */
export function moveColumn(columns: readonly NamedColumn[], key: string, step: -1 | 1): string[] {
  const keys = columns.filter(({ fixed }) => fixed !== true).map((column) => column.key);
  const from = keys.indexOf(key);
  const to = from + step;
  if (from === -1 || to < 0 || to >= keys.length) return keys;
  return keys.toSpliced(from, 1).toSpliced(to, 0, key);
}
