import { useHotkeys } from '@mantine/hooks';
import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { DataTableProps } from './column.ts';

export interface RowKeyboard {
  /** The row that Tab reaches. */
  tabbable: number | undefined;
  focus: (id: number) => void;
  /** Handles a key in a row. `enter` is the effect of Enter, `show` that of Space. */
  press: (
    event: KeyboardEvent<HTMLElement>,
    id: number,
    acts: { enter: (() => void) | undefined; show: (() => void) | undefined },
  ) => void;
}

const ROW = '[data-row-id]';
const INSIDE = 'button, a, input, [data-hint]';

/**
 * Keyboard control of a table: Tab reaches one row, J and K (or the arrows) move between rows, Left and Right
 * move within a row, Enter opens it, Space shows it in the drawer. While the drawer is open, moving shows the
 * next row in it.
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
      // Keys pressed on a button or field of the row are handled there.
      if (event.target !== event.currentTarget) return;
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault();
        move(event.key === 'ArrowDown' ? 1 : -1);
      }
      const act = event.key === 'Enter' ? enter : event.key === ' ' ? show : undefined;
      if (!act) return;
      event.preventDefault();
      // Moves the focus into the open drawer: by Tab, its buttons are far away.
      if (id === activeId && act === show) focusPeek();
      else act();
    },
  };
}

function focusPeek(): void {
  document.querySelector<HTMLElement>('[data-peek] .mantine-Drawer-close')?.focus();
}

/** Returns the index after a step; 0 if there was none. Stops at the ends. */
export function nextIndex(at: number, step: number, count: number): number {
  return at === -1 ? 0 : Math.min(count - 1, Math.max(0, at + step));
}

/** Moves from the row to its first value or button, from there to the next, and back to the row. */
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
