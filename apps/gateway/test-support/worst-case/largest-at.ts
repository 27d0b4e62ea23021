/** Returns the largest number under a matching name, however deeply nested. */
export function largestAt(value: unknown, names: RegExp, name = ''): number {
  if (typeof value === 'number') return names.test(name) ? value : 0;
  if (typeof value !== 'object' || value === null) return 0;
  return Math.max(
    0,
    ...Object.entries(value).map(([inner, each]) => largestAt(each, names, inner)),
  );
}
