/**
 * A list with each value mapped to its replacement: another value, or `undefined` for nothing. The
 * same list where every value stayed as it was.
 */
export function mapList(
  list: readonly unknown[],
  map: (value: unknown) => unknown,
): readonly unknown[] {
  let changed = false;
  const mapped = list.flatMap((value) => {
    const next = map(value);
    if (next !== value) changed = true;
    return next === undefined ? [] : [next];
  });
  return changed ? mapped : list;
}
