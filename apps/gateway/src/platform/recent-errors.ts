/** pino's level for warnings; errors and fatal errors are higher. */
const WARN = 40;
const LINES_MAX = 200;
/** Longer lines, such as nested stacks, are truncated. */
const LENGTH_MAX = 8192;

const lines: string[] = [];

/** Keeps a log line if it is a warning or worse: the last 200 of this process, for support bundles. */
export function recordRecentError(level: number, line: string): void {
  if (level < WARN) return;
  if (lines.length >= LINES_MAX) lines.shift();
  lines.push(line.length > LENGTH_MAX ? `${line.slice(0, LENGTH_MAX)}…` : line.trimEnd());
}

/** Returns the last warnings and errors logged by this process, oldest first. */
export function readRecentErrors(): readonly string[] {
  return [...lines];
}
