/** How a person likes one table: kept in their browser, never in the address. */
export interface TablePreferences {
  hidden: readonly string[];
  /** Names of columns, first to last; those not named keep their place after them. */
  order: readonly string[];
  compact: boolean;
  /** 0 for the table's own default. */
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

/** Reads preferences that an older or newer console may have written: what it can't use is dropped. */
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

/** Columns in the order that the person chose. Fixed columns and those not named stay where they are. */
export function orderColumns<Column extends NamedColumn>(
  columns: readonly Column[],
  order: readonly string[],
): Column[] {
  const movable = columns.filter(({ fixed }) => fixed !== true);
  const rank = (column: Column) => {
    const place = order.indexOf(column.key);
    return place === -1 ? order.length + movable.indexOf(column) : place;
  };
  const sorted = movable.toSorted((left, right) => rank(left) - rank(right));
  return columns.map((column) => (column.fixed === true ? column : (sorted.shift() as Column)));
}

/** Columns without those that the person hid. Fixed ones can't be hidden. */
export function hideColumns<Column extends NamedColumn>(
  columns: readonly Column[],
  hidden: readonly string[],
): Column[] {
  return columns.filter(({ key, fixed }) => fixed === true || !hidden.includes(key));
}

/** The order after one column moved by some places among those that can be moved. */
export function moveColumn(columns: readonly NamedColumn[], key: string, step: -1 | 1): string[] {
  const keys = columns.filter(({ fixed }) => fixed !== true).map((column) => column.key);
  const from = keys.indexOf(key);
  const to = from + step;
  if (from === -1 || to < 0 || to >= keys.length) return keys;
  return keys.toSpliced(from, 1).toSpliced(to, 0, key);
}
