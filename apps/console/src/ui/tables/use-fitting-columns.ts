import { type RefObject, useLayoutEffect, useMemo, useState } from 'react';
import type { Column } from './column.ts';

/**
 * The columns that fit. While a row is shown beside the table (`isNarrow`), those with the highest
 * rank leave one rank after the other until nothing has to scroll sideways; all return with the room.
 */
export function useFittingColumns<Row>(
  columns: readonly Column<Row>[],
  { container, isNarrow }: { container: RefObject<HTMLDivElement | null>; isNarrow: boolean },
): readonly Column<Row>[] {
  const [below, setBelow] = useState(Infinity);
  const shown = useMemo(
    () => (isNarrow ? columns.filter(({ rank = 0 }) => rank < below) : columns),
    [columns, isNarrow, below],
  );
  useLayoutEffect(() => {
    // oxlint-disable-next-line react/set-state-in-effect
    if (!isNarrow) return setBelow(Infinity);
    const frame = container.current;
    const highest = highestRank(shown);
    // Only the browser knows what fits.
    if (frame && frame.scrollWidth > frame.clientWidth + 1 && highest > 0) setBelow(highest);
  }, [container, isNarrow, shown]);
  return shown;
}

/** 0 where no column gives way. */
function highestRank(columns: readonly Pick<Column<never>, 'rank'>[]): number {
  return Math.max(0, ...columns.map(({ rank = 0 }) => rank));
}
