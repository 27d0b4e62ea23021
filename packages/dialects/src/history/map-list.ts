/**
 * Maps each value to its replacement, or removes it if that is `undefined`. Returns the same list if every
 * value stayed the same.
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
