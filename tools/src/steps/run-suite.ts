import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { printHeading, printLine, printStep } from '../process/progress.ts';
import { type CommandOptions, runCommand } from '../process/run-command.ts';
import { addTallies, failedOnce, type Tally } from '../process/tally.ts';
import { readPlaywrightReport } from './read-playwright-report.ts';

/** Timeout for suites that hang: a slow machine takes five times as long as an idle one. */
const SUITE_LIMIT_MS = 5_400_000;

export interface Suite {
  name: string;
  command: string;
  /** Receives the path for the JSON report. */
  args: (report: string) => readonly string[];
  env: (report: string) => Record<string, string>;
  read: (text: string) => Tally;
  /**
   * Of suites that run concurrently: what is captured is shown at the end if the suite failed. `both` shows its stdout
   * at once, too, where that is nothing but failures; `inherit` if absent.
   */
  output?: CommandOptions['output'];
  /** Of suites that run concurrently: below 0, it gets more of the CPU than the others. */
  niceness?: number;
}

const REPORTER = join(import.meta.dirname, 'failure-reporter.ts');

export function browserSuite(env: Record<string, string>): Suite {
  return {
    name: 'browser',
    command: 'playwright',
    args: () => ['test', '--config=e2e/playwright.config.ts', `--reporter=${REPORTER},json`],
    env: (report) => ({ ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report }),
    read: readPlaywrightReport,
    output: 'both',
  };
}

/**
 * Runs suites concurrently and counts from their reports. The output of those that failed comes last: nobody
 * would find it in the middle of another's.
 */
export async function runSuites(suites: readonly Suite[]): Promise<Tally> {
  const outcomes = await Promise.all(suites.map(run));
  for (const { name, tally, output } of outcomes) {
    if (tally.failed === 0 || output === '') continue;
    printHeading(name);
    printLine(output.trimEnd());
  }
  return addTallies(outcomes.map(({ tally }) => tally));
}

interface Outcome {
  name: string;
  tally: Tally;
  output: string;
}

/** Never counts an empty run as success. */
async function run({
  name,
  command,
  args,
  env,
  read,
  output = 'inherit',
  niceness,
}: Suite): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-report-'));
  try {
    const report = join(folder, 'report.json');
    const result = await runCommand(command, args(report), {
      output,
      env: env(report),
      limitMs: SUITE_LIMIT_MS,
      niceness,
    });
    const tally = judge(result.code, readOr(report, read));
    printStep(tally.failed === 0, name, result.elapsedMs);
    return { name, tally, output: result.output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A suite that exited with an error or ran nothing has failed even if its report counts no failure. */
export function judge(code: number, counted: Tally | undefined): Tally {
  if (!counted) {
    printLine('The suite wrote no report.');
    return failedOnce;
  }
  const ran = counted.passed + counted.failed;
  if ((code !== 0 || ran === 0) && counted.failed === 0) return addTallies([counted, failedOnce]);
  return counted;
}

function readOr(file: string, read: (text: string) => Tally): Tally | undefined {
  try {
    return read(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
