import { CHART_SLOTS } from '../../ui/charts/chart-data.ts';

/** The color slots of the keys shown last, by dimension. */
const known = new Map<string, ReadonlyMap<string, number>>();

/**
 * Returns the color slot of each series by its key. A key keeps its color while the console is open, so that
 * a model does not change color when its rank changes.
 */
export function seriesSlots(group: string, keys: readonly string[]): ReadonlyMap<string, number> {
  const slots = assignSlots(known.get(group) ?? new Map(), keys);
  known.set(group, slots);
  return slots;
}

/** Assigns slots to keys: their previous one, or else the first free one. */
export function assignSlots(
  had: ReadonlyMap<string, number>,
  keys: readonly string[],
): ReadonlyMap<string, number> {
  const shown = keys.slice(0, CHART_SLOTS);
  const slots = new Map([...had].filter(([key]) => shown.includes(key)));
  const used = new Set(slots.values());
  const free = Array.from({ length: CHART_SLOTS }, (_, slot) => slot).filter(
    (slot) => !used.has(slot),
  );
  for (const key of shown) {
    const slot = slots.has(key) ? undefined : free.shift();
    if (slot !== undefined) slots.set(key, slot);
  }
  return slots;
}
