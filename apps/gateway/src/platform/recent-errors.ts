/** pino's number for warnings; errors and fatal errors are above. */
const WARN = 40;
const KEPT = 200;
/** A longer line, a stack of stacks, is cut. */
const LENGTH_MAX = 8192;

const kept: string[] = [];

/** Keeps a line of the log where it tells of trouble: the last 200 of this process, for support bundles. */
export function keepRecentError(level: number, line: string): void {
  if (level < WARN) return;
  if (kept.length >= KEPT) kept.shift();
  kept.push(line.length > LENGTH_MAX ? `${line.slice(0, LENGTH_MAX)}…` : line.trimEnd());
}

/** The last warnings and errors that this process logged, oldest first. */
export function readRecentErrors(): readonly string[] {
  return [...kept];
}
