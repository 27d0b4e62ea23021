/**
 * Returns a function for the offset of a time zone from UTC at a time, in seconds. It remembers what it was
 * asked, as the end of an interval is the start of the next.
 */
export function createOffsets(zone: string): (at: number) => number {
  const known = new Map<number, number>();
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const measure = (at: number) => {
    const parts = Object.fromEntries(
      format.formatToParts(at * 1000).map(({ type, value }) => [type, Number(value)]),
    );
    const { year = 0, month = 1, day, hour, minute, second } = parts;
    return Date.UTC(year, month - 1, day, hour, minute, second) / 1000 - at;
  };
  return (at) => {
    const offset = known.get(at) ?? measure(at);
    known.set(at, offset);
    return offset;
  };
}
