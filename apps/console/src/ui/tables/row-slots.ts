/**
 * Gives each row of a table a place whose elements it takes over: who stays keeps its own, who comes
 * takes that of one who went. So a page that is flipped changes texts instead of building a table anew.
 * `previous` is what this answered before; places are small numbers from 0.
 */
export function assignSlots(
  ids: readonly number[],
  previous: ReadonlyMap<number, number>,
): ReadonlyMap<number, number> {
  const staying = new Set(ids.map((id) => previous.get(id)));
  const free = [...previous.values()]
    .filter((slot) => !staying.has(slot))
    .toSorted((left, right) => left - right);
  let next = Math.max(-1, ...previous.values()) + 1;
  const slots = new Map<number, number>();
  for (const id of ids) slots.set(id, previous.get(id) ?? free.shift() ?? next++);
  return slots;
}
