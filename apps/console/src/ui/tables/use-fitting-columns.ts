import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { type HiddenRank, hideOverflowingColumns } from './overflowing-columns.ts';

const NONE: readonly HiddenRank[] = [];

/** What of a column decides whether it is shown. */
interface FittingColumn {
  header: string;
  rank?: number;
}

/**
 * Returns the columns that fit. Those with the highest rank are hidden, one rank after the other, until
 * nothing scrolls sideways, and return when there is space: if the window grows or the drawer is closed.
 * `isFilled` tells rows from their placeholders.
 */
export function useFittingColumns<Of extends FittingColumn>(
  columns: readonly Of[],
  container: RefObject<HTMLDivElement | null>,
  isFilled = true,
): readonly Of[] {
  const names = columns.map(({ header }) => header).join('\n');
  const [fit, setFit] = useState({ names, hidden: NONE });
  const hidden = fit.names === names ? fit.hidden : NONE;
  const below = hidden.at(-1)?.rank ?? Infinity;
  const shown = useMemo(
    () => (below === Infinity ? columns : columns.filter(({ rank = 0 }) => rank < below)),
    [columns, below],
  );
  const highest = Math.max(0, ...shown.map(({ rank = 0 }) => rank));
  const isFlexible = highest > 0 || hidden.length > 0;
  const measure = () => {
    const frame = container.current;
    if (!frame) return;
    // Only the browser knows what fits.
    const { scrollWidth: needed, clientWidth: available } = frame;
    const next = hideOverflowingColumns(hidden, { needed, available, highest });
    if (next !== hidden) setFit({ names, hidden: next });
  };
  useLayoutEffect(() => {
    if (isFlexible) measure();
    // The first rows must not be painted too wide: they would shift. The observer handles later ones, as
    // measuring after each render would be too expensive.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hidden, names, isFilled]);
  useEffect(() => {
    const frame = container.current;
    const table = frame?.firstElementChild;
    if (!isFlexible || !frame || !table) return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(frame);
    observer.observe(table);
    return () => observer.disconnect();
    // oxlint-disable-next-line react/exhaustive-deps
  }, [hidden, names, isFlexible]);
  return shown;
}
