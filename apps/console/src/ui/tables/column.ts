import type { ReactNode } from 'react';

/**
 * One column. `mobile` is its place in the card that replaces a row on a phone: a `text` has no label, and
 * neither have a `status` and the `figure`s on the same line.
 */
export interface Column<Row> {
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
  align?: 'end';
  /** In pixels. */
  width?: number;
  mobile?: 'title' | 'meta' | 'badge' | 'text' | 'status' | 'figure' | 'actions' | 'hidden';
  /** The server's name for sorting by it; columns without one can't be sorted. */
  sort?: string;
  /** Hidden if space is short: the highest rank first. */
  rank?: number;
  /** Can't be hidden or moved. Leading ones are sticky while the table scrolls sideways. */
  fixed?: boolean;
  /**
   * Its elements may be reused for another row when the page changes: it must hold no state of its own, such
   * as input or opened parts, unless that is keyed by the row's id.
   */
  recycled?: boolean;
}

export interface Selection {
  ids: ReadonlySet<number>;
  change: (ids: ReadonlySet<number>) => void;
  /** Number of matching rows on all pages. */
  total: number;
  /** Finds the ids of all matching rows, on all pages. */
  findAll: () => Promise<readonly number[]>;
  /** Whether a row can be selected; by default all can. */
  isChoosable?: (id: number) => boolean;
}

/**
 * The sort order of the rows: a column's `sort`, with a minus for descending; empty for the list's default.
 */
export interface Sorting {
  value: string;
  change: (value: string) => void;
}

export interface DataTableProps<Row> {
  /** Accessible name of the table. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => number;
  error: Error | null;
  fetching: boolean;
  retry: () => void;
  /** Shown instead of a table if there are no rows at all. */
  empty: ReactNode;
  /** Clears the filters; absent if there are none. */
  clearFilters?: (() => void) | undefined;
  /** Opens a row in the drawer: on click, and on J and K while the drawer is open. */
  open?: (row: Row) => void;
  /** The effect of Enter on a row; by default it also opens it. */
  enter?: (row: Row) => void;
  /** The row in the drawer. */
  activeId?: number | undefined;
  selection?: Selection;
  sorting?: Sorting;
  /** Nested rows of a row (tag mode). */
  childrenOf?: (row: Row) => readonly Row[] | undefined;
  compact?: boolean;
  /** Rows that arrived while the table was open: they are highlighted briefly. */
  isNew?: (row: Row) => boolean;
  skeletonRows?: number;
  /** Set if the requested page is beyond the last one. */
  beyondEnd?: { page: number; pages: number; goToLast: () => void };
  /** Actions on the selected rows: buttons of the bar that replaces the pager. */
  batch?: ReactNode;
}

/** Returns the ids of all rows of a page that can be selected, including nested ones. */
export function choosableIds<Row>({
  rows = [],
  rowId,
  childrenOf,
  selection,
}: Pick<DataTableProps<Row>, 'rows' | 'rowId' | 'childrenOf' | 'selection'>): number[] {
  return rows
    .flatMap((row) => [row, ...(childrenOf?.(row) ?? [])])
    .map(rowId)
    .filter((id) => id > 0 && selection?.isChoosable?.(id) !== false);
}

/** Width of the checkbox column, in pixels. */
export const SELECTION_WIDTH = 40;

/**
 * Returns the sticky offset of each leading fixed column from the left, in pixels; undefined for columns that
 * scroll. A column of unknown width is the last sticky one.
 */
export function stickyOffsets(
  columns: readonly Pick<Column<never>, 'fixed' | 'width'>[],
  withSelection: boolean,
): (number | undefined)[] {
  let left: number | undefined = withSelection ? SELECTION_WIDTH : 0;
  return columns.map(({ fixed, width }) => {
    if (fixed !== true) left = undefined;
    const offset = left;
    left = left === undefined || width === undefined ? undefined : left + width;
    return offset;
  });
}

/** Returns the class of a sticky cell while the table scrolls sideways: leading ones left, actions right. */
export function cellClass(
  columns: readonly Pick<Column<never>, 'mobile'>[],
  index: number,
  offset: number | undefined,
): string | undefined {
  if (offset !== undefined) return 'stick';
  if (columns[index]?.mobile === 'actions') return 'stick-end';
  return columns[index + 1]?.mobile === 'actions' ? 'before-end' : undefined;
}

/** Returns a set with one id added or removed. */
export function toggleId(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
