/**
 * Formats a time span (milliseconds) with the format of its ends. Chinese spans keep the form of a single day
 * (11月24日–27日), where the browser would only write numbers (11/24 – 11/27).
 */
export function formatSpan(format: Intl.DateTimeFormat, start: number, end: number): string {
  if (!format.resolvedOptions().locale.startsWith('zh')) return format.formatRange(start, end);
  const [from, to] = [format.format(start), format.format(end)];
  return from === to ? from : `${from}–${to.slice(sharedParts(from, to))}`;
}

/** Returns the length of the leading parts (year, month, day) that two times share. */
function sharedParts(from: string, to: string): number {
  const ends = [...to.matchAll(/年|月|日\s?/g)].map((part) => part.index + part[0].length);
  return ends.findLast((end) => from.startsWith(to.slice(0, end))) ?? 0;
}
