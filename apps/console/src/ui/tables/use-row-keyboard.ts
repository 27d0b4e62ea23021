import { useHotkeys } from '@mantine/hooks';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { DataTableProps } from './column.ts';

export interface RowKeyboard {
  /** The row that Tab reaches. */
  tabbable: number | undefined;
  focus: (id: number) => void;
  /** A key in a row. `enter` is what Enter does, `show` is what Space does. */
  press: (
    event: KeyboardEvent<HTMLElement>,
    id: number,
    acts: { enter: (() => void) | undefined; show: (() => void) | undefined },
  ) => void;
}

const ROW = '[data-row-id]';
const INSIDE = 'button, a, input, [data-hint]';

/**
 * The keyboard of a table: Tab reaches one row, J and K (or the arrows) move on, Left and Right go
 * through the row, Enter opens it, Space shows it beside the table. While a row is shown beside the table, moving on shows the next.
 */
export function useRowKeyboard<Row>(
  { rows, rowId, open, activeId, childrenOf }: DataTableProps<Row>,
  container: RefObject<HTMLElement | null>,
): RowKeyboard {
  const [current, setCurrent] = useState<number | undefined>(undefined);
  const listed = (rows ?? []).flatMap((row) => [row, ...(childrenOf?.(row) ?? [])]);
  const tabbable = listed.some((row) => rowId(row) === current)
    ? current
    : listed.length > 0
      ? rowId(listed[0] as Row)
      : undefined;

  const move = (step: number) => {
    const at = listed.findIndex((row) => rowId(row) === (activeId ?? current));
    const next = listed[nextIndex(at, step, listed.length)];
    if (next === undefined) return;
    container.current?.querySelector<HTMLElement>(`[data-row-id="${rowId(next)}"]`)?.focus();
    if (activeId !== undefined && open) open(next);
  };
  useHotkeys([
    ['j', () => move(1)],
    ['k', () => move(-1)],
  ]);

  return {
    tabbable,
    focus: setCurrent,
    press: (event, id, { enter, show }) => {
      if (event.key === 'ArrowRight' || event.key === 'ArrowLeft')
        return moveInside(event, event.key === 'ArrowRight' ? 1 : -1);
      // Keys pressed on a button or a field of the row are theirs.
      if (event.target !== event.currentTarget) return;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        move(event.key === 'ArrowDown' ? 1 : -1);
      }
      const act = event.key === 'Enter' ? enter : event.key === ' ' ? show : undefined;
      if (!act) return;
      event.preventDefault();
      // What is shown already is walked into: its buttons are far from here for the Tab key.
      if (id === activeId && act === show) focusPeek();
      else act();
    },
  };
}

function focusPeek(): void {
  document.querySelector<HTMLElement>('[data-peek] .mantine-Drawer-close')?.focus();
}

/** The row after a step; from nowhere to the first one. Stays at the ends. */
export function nextIndex(at: number, step: number, count: number): number {
  return at === -1 ? 0 : Math.min(count - 1, Math.max(0, at + step));
}

/** From the row to its first value or button, from there to the next, and back to the row. */
function moveInside(event: KeyboardEvent<HTMLElement>, step: number): void {
  const row = event.currentTarget.closest<HTMLElement>(ROW);
  if (!row || (event.target instanceof HTMLInputElement && event.target.type !== 'checkbox'))
    return;
  const stops = [row, ...row.querySelectorAll<HTMLElement>(INSIDE)];
  const next = stops[stops.indexOf(event.target as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
