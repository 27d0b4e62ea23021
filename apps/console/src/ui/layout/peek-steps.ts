/** The position in its list of a row in the drawer, and functions that open the previous and next one. */
export interface PeekSteps {
  /** From 1. */
  position: number;
  total: number;
  previous: (() => void) | undefined;
  next: (() => void) | undefined;
}

/** A page of a list as sent by the server. */
interface ShownPage<Row> {
  items: readonly Row[];
  /** From 1. */
  page: number;
  total: number;
}

/** Returns the steps from a row to its neighbors on the page; undefined if it is not on it. */
export function peekSteps<Row extends { id: number }>(
  shown: ShownPage<Row> | undefined,
  { id, pageSize, open }: { id: number | undefined; pageSize: number; open: (row: Row) => void },
): PeekSteps | undefined {
  const { items = [], page = 1, total = 0 } = shown ?? {};
  const at = items.findIndex((row) => row.id === id);
  if (at === -1) return undefined;
  const goTo = (row: Row | undefined) => (row ? () => open(row) : undefined);
  const position = (page - 1) * pageSize + at + 1;
  return {
    position,
    total: Math.max(total, position),
    previous: goTo(items[at - 1]),
    next: goTo(items[at + 1]),
  };
}
