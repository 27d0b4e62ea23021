import type { ReactNode } from 'react';

/**
 * One column. `mobile` says what becomes of it in the card that a row is on a phone: a `text` has no name,
 * and neither have a `status` and the `figure`s that stand on one line with it.
 */
export interface Column<Row> {
  key: string;
  header: string;
  render: (row: Row) => ReactNode;
  align?: 'end';
  /** Pixels. */
  width?: number;
  mobile?: 'title' | 'meta' | 'badge' | 'text' | 'status' | 'figure' | 'actions' | 'hidden';
  /** The name that the server sorts by; columns without one can't be sorted by. */
  sort?: string;
  /** Gives way where room is short: the highest rank goes first. */
  rank?: number;
  /** Can't be hidden or moved. Those that lead stay in sight while the table scrolls sideways. */
  fixed?: boolean;
  /**
   * Its elements may go on to serve another row when a page is flipped: it keeps nothing of its own,
   * as what is typed, opened or revealed, unless that has the row's id as its key.
   */
  recycled?: boolean;
}

export interface Selection {
  ids: ReadonlySet<number>;
  change: (ids: ReadonlySet<number>) => void;
  /** Rows that match on all pages. */
  total: number;
  /** Finds the ids of all rows that match, on whatever page. */
  findAll: () => Promise<readonly number[]>;
  /** False for rows that can't be selected; by default all can. */
  isChoosable?: (id: number) => boolean;
}

/** The order of the rows: a column's `sort`, with a minus for descending; empty for the list's own. */
export interface Sorting {
  value: string;
  change: (value: string) => void;
}

export interface DataTableProps<Row> {
  /** Says what the table holds, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[] | undefined;
  rowId: (row: Row) => number;
  error: Error | null;
  fetching: boolean;
  retry: () => void;
  /** What to show in place of a table when there is nothing at all. */
  empty: ReactNode;
  /** Takes the filters away; absent while there are none. */
  clearFilters?: (() => void) | undefined;
  /** Shows a row beside the table: on click, and on J and K while one is shown. */
  open?: (row: Row) => void;
  /** What Enter on a row does; by default it opens it too. */
  enter?: (row: Row) => void;
  /** The row that is shown beside the table. */
  activeId?: number | undefined;
  selection?: Selection;
  sorting?: Sorting;
  /** Rows shown under a row (tag mode). */
  childrenOf?: (row: Row) => readonly Row[] | undefined;
  compact?: boolean;
  /** Rows that came while the table was looked at: they stand out for a moment. */
  isNew?: (row: Row) => boolean;
  skeletonRows?: number;
  /** Set where the page asked for lies behind the last one. */
  beyondEnd?: { page: number; pages: number; goToLast: () => void };
  /** What can be done to the selected rows: buttons of the bar that takes the place of the pager. */
  batch?: ReactNode;
}

/** The ids of all rows of a page that can be chosen, those under others included. */
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

/** Pixels of the column of checkboxes. */
export const SELECTION_WIDTH = 40;

/**
 * How far from the left each leading fixed column stays, in pixels; undefined for columns that
 * scroll. A column of unknown width ends the row of those that stay.
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

/** How a cell stays in sight while the table scrolls sideways: leading ones left, what can be done right. */
export function cellClass(
  columns: readonly Pick<Column<never>, 'mobile'>[],
  index: number,
  offset: number | undefined,
): string | undefined {
  if (offset !== undefined) return 'stick';
  if (columns[index]?.mobile === 'actions') return 'stick-end';
  return columns[index + 1]?.mobile === 'actions' ? 'before-end' : undefined;
}

/** A set with one id more or less. */
export function toggleId(ids: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}
