/** A hidden rank of columns, and the width that the table needed while they were shown. */
export interface HiddenRank {
  rank: number;
  needed: number;
}

/** A table's layout, in pixels; `highest` is the highest rank of its columns, 0 if there is none. */
export interface TableFit {
  needed: number;
  available: number;
  highest: number;
}

/**
 * Returns the hidden columns after another measurement: those of the highest rank are hidden if the table is
 * too wide, and those hidden last are shown again if there is space. Returns the same list if nothing
 * changes.
 */
export function hideOverflowingColumns(
  hidden: readonly HiddenRank[],
  { needed, available, highest }: TableFit,
): readonly HiddenRank[] {
  // Some browsers round up half pixels.
  if (needed > available + 1) return highest > 0 ? [...hidden, { rank: highest, needed }] : hidden;
  const last = hidden.at(-1);
  return last && last.needed <= available ? hidden.slice(0, -1) : hidden;
}
