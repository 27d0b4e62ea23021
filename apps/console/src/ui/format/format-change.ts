/**
 * Formats the change of a figure, as `+12.4%` in a one-element list; undefined without a basis for
 * comparison.
 */
export function formatChange(now: number, before: number): [string] | undefined {
  if (before <= 0 || now < 0) return undefined;
  const percent = ((now - before) / before) * 100;
  return [`${signed(percent.toFixed(Math.abs(percent) >= 1000 ? 0 : 1))}%`];
}

/** Prefixes a number with a plus or a true minus sign. */
export function signed(number: string): string {
  if (Number(number) === 0) return '0.0';
  return number.startsWith('-') ? `−${number.slice(1)}` : `+${number}`;
}
