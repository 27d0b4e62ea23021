/** Returns what was given instead of an expected type, as the end of a sentence; a number by its value. */
export function describeGiven(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'number' ? String(value) : `a value of type ${typeof value}`;
}
