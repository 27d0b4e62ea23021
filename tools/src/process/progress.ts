/** Prints a heading, so that the phases of a long run can be distinguished. */
export function printHeading(text: string): void {
  process.stdout.write(`\n── ${text}\n`);
}

/** Prints one line for a step: its outcome, name and duration. */
export function printStep(ok: boolean, name: string, elapsedMs: number): void {
  const seconds = (elapsedMs / 1000).toFixed(1).padStart(6);
  process.stdout.write(`${ok ? '  ok  ' : 'FAILED'} ${seconds} s  ${name}\n`);
}

export function printLine(text: string): void {
  process.stdout.write(`${text}\n`);
}
