import { CHART_SLOTS } from '../../ui/charts/chart-data.ts';

/** By what is broken down: the slots of the keys that were shown last. */
const known = new Map<string, ReadonlyMap<string, number>>();

/**
 * The colour of each series by its key. A key keeps the colour that it had before as long as the console
 * is open, so that a model does not change its colour when it falls behind another.
 */
export function seriesSlots(group: string, keys: readonly string[]): ReadonlyMap<string, number> {
  const slots = assignSlots(known.get(group) ?? new Map(), keys);
  known.set(group, slots);
  return slots;
}

/** Gives the keys slots: those that they had, else the first that is free. */
export function assignSlots(
  had: ReadonlyMap<string, number>,
  keys: readonly string[],
): ReadonlyMap<string, number> {
  const shown = keys.slice(0, CHART_SLOTS);
  const kept = new Map([...had].filter(([key]) => shown.includes(key)));
  const taken = new Set(kept.values());
  const free = Array.from({ length: CHART_SLOTS }, (_, slot) => slot).filter(
    (slot) => !taken.has(slot),
  );
  for (const key of shown) {
    const slot = kept.has(key) ? undefined : free.shift();
    if (slot !== undefined) kept.set(key, slot);
  }
  return kept;
}
