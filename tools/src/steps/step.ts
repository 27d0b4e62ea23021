import { printLine, printStep } from '../process/progress.ts';
import { runCommand } from '../process/run-command.ts';
import { failedOnce, passedOnce, type Tally } from '../process/tally.ts';

/** Shows the output of a step that failed. */
type Show = (output: string) => void;

/** A check of the repository. Prints its line and, if it failed, its output, or hands that to `show`. */
export type Step = (show?: Show) => Promise<Tally>;

/** Timeout for steps that hang: beside tests, a step has a small part of the CPU. */
const STEP_LIMIT_MS = 2_700_000;

/** Creates a step that passes if a command exits with 0; it counts as one. */
export function commandStep(
  name: string,
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Step {
  return async (show) => {
    const result = await runCommand(command, args, {
      env,
      output: 'capture',
      limitMs: STEP_LIMIT_MS,
    });
    return report(name, result.code === 0, result, show);
  };
}

/** Creates a step that passes if the function resolves, and fails with the message it throws. */
export function functionStep(name: string, run: () => Promise<void>): Step {
  return async (show) => {
    const start = performance.now();
    const outcome = await run().then(
      () => ({ ok: true, output: '' }),
      (error: unknown) => ({
        ok: false,
        output: error instanceof Error ? error.message : String(error),
      }),
    );
    return report(name, outcome.ok, { ...outcome, elapsedMs: performance.now() - start }, show);
  };
}

function report(
  name: string,
  ok: boolean,
  { output, elapsedMs }: { output: string; elapsedMs: number },
  show: Show = printLine,
): Tally {
  printStep(ok, name, elapsedMs);
  if (!ok) show(output.trimEnd());
  return ok ? passedOnce : failedOnce;
}
