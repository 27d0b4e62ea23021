/** No value that we store as JSON is nested nearly this deep. */
const DEPTH_MAX = 100;

/** Whether a value can be read and written by functions that call themselves for each level of nesting. */
export function isShallow(value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; depth <= DEPTH_MAX; depth += 1) {
    level = level.flatMap((each) =>
      typeof each === 'object' && each !== null ? (Object.values(each) as unknown[]) : [],
    );
    if (level.length === 0) return true;
  }
  return false;
}
