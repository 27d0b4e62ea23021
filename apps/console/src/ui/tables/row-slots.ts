/**
 * Assigns each row of a table a slot whose elements it reuses: rows that stay keep their slot, new rows take
 * those of removed ones. So a page change updates texts instead of rebuilding the table. `previous` is the
 * last result; slots are small numbers from 0.
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
