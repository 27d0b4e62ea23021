import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { assignSlots } from './row-slots.ts';

type Slots = ReadonlyMap<number, number>;

const NONE: Slots = new Map();

/**
 * Returns the slot of each row, whose elements it reuses (`assignSlots`). If the focused row is replaced, the
 * table gets the focus: a key pressed for one row must not reach another.
 */
export function useRowSlots(
  ids: readonly number[],
  container: RefObject<HTMLElement | null>,
): Slots {
  const [assigned, setAssigned] = useState(NONE);
  const stay = assigned.size === new Set(ids).size && ids.every((id) => assigned.has(id));
  const slots = stay ? assigned : assignSlots(ids, assigned);
  if (!stay) setAssigned(slots);
  const shown = useRef(NONE);
  useLayoutEffect(() => {
    releaseFocus(container.current, shown.current, slots);
    shown.current = slots;
  }, [container, slots]);
  return slots;
}

function releaseFocus(container: HTMLElement | null, before: Slots, after: Slots): void {
  const focused = document.activeElement;
  const row = focused?.closest<HTMLElement>('[data-row-id]');
  if (!(focused instanceof HTMLElement) || !row || container?.contains(row) !== true) return;
  const id = Number(row.dataset['rowId']);
  const slot = after.get(id);
  const previousId = [...before].find(([, rowSlot]) => rowSlot === slot)?.[0];
  if (slot !== undefined && previousId !== undefined && previousId !== id)
    container.focus({ preventScroll: true });
}
